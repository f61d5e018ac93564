"""Writes crush_maps.csv, the maps on which tests compare straw2 with crushtool, and crush_owners.csv, crushtool's answers;
and crush_limits.csv, where CRUSH needs all of its tries or gives up.

    apt-get install ceph-base
    python3 make/crush_maps.py

Each map has a row for each disk: its weight as `ceph osd crush` takes it (in TiB), and its host, empty in a flat map. For
x from 0 to 19,999, crush_owners.csv has a digest of the owners (SHA-1 of lines "x a/b/c") and those of every 500th x.

crush_limits.csv has such a digest for each of limits(), and the first x of each kind: those that find their last disk at the
last try (one try less gives another result), and those that CRUSH leaves undersized (fewer disks than replicas).
"""
import hashlib
import os
import subprocess
import sys
import tempfile

TB = [1.8194, 3.63899, 5.457, 7.27739, 9.09569, 10.91409, 12.7334, 14.55269, 14.60001, 1.80001]
COUNT = 20000


def maps():
    disks = [(TB[(7 * i + i // 9) % len(TB)], '') for i in range(60)]
    yield 'equal', [(1, '')] * 20
    yield 'disks', disks
    yield 'racks', [(weight, f'host{i // 5}') for i, (weight, _) in enumerate(disks)]
    # Hosts of 1 to 9 disks, one disk of which is drained; weights that Ceph rounds up when it reads them as floats.
    sizes = [9, 1, 5, 7, 3, 8, 2, 6, 4]
    hosts = [f'host{h}' for h, size in enumerate(sizes) for _ in range(size)]
    yield 'uneven', [(0 if i == 4 else (8.9999997, 9, 9.09569)[i % 3], host) for i, host in enumerate(hosts)]


def limits():
    """Weights, hosts, replicas, disks that are out."""
    yield [1, 1, 20, 20], [], 3, []
    yield [1, 1, 10, 10], [], 3, []
    yield [1, 1, 1, 30], [], 2, []
    yield [1, 2, 3, 40, 50], [], 4, []
    yield [1, 10], [], 2, []
    yield [1, 1, 0, 1], [], 5, []  # more replicas than disks that take any
    yield [1, 40], [], 1, [1]  # the heavy one is out
    yield [2, 30, 1, 25], [], 2, [3]
    yield [1] * 6, ['a', 'a', 'a', 'b', 'b', 'b'], 4, []  # more replicas than hosts
    yield [1, 1, 30, 30, 30, 2], ['a', 'a', 'b', 'b', 'b', 'c'], 3, []
    yield [5, 60, 5, 60, 4], ['a', 'a', 'b', 'b', 'c'], 3, [1]


def crush_text(disks, tries=50):
    hosts = list(dict.fromkeys(host for _, host in disks))
    lines = [f'tunable {name}' for name in ('choose_local_tries 0', 'choose_local_fallback_tries 0', f'choose_total_tries {tries}',
                                            'chooseleaf_descend_once 1', 'chooseleaf_vary_r 1', 'chooseleaf_stable 1',
                                            'straw_calc_version 1', 'allowed_bucket_algs 54')]
    lines += [f'device {i} osd.{i}' for i in range(len(disks))] + ['type 0 osd', 'type 1 host', 'type 10 root']

    def bucket(kind, name, number, items):
        lines.extend([f'{kind} {name} {{', f'id {number}', 'alg straw2', 'hash 0'])
        lines.extend(f'item {item} weight {weight:.8f}' for item, weight in items)
        lines.append('}')

    named = [(f'osd.{i}', weight) for i, (weight, _) in enumerate(disks)]
    if hosts == ['']:
        bucket('root', 'default', -1, named)
    else:
        for number, host in enumerate(hosts):
            bucket('host', host, -1 - number, [named[i] for i, disk in enumerate(disks) if disk[1] == host])
        sums = [sum(weight for weight, of in disks if of == host) for host in hosts]
        bucket('root', 'default', -1 - len(hosts), zip(hosts, sums))
    step = 'choose firstn 0 type osd' if hosts == [''] else 'chooseleaf firstn 0 type host'
    lines += ['rule data {', 'id 0', 'type replicated', 'min_size 1', 'max_size 10', 'step take default', f'step {step}',
              'step emit', '}']
    return '\n'.join(lines) + '\n'


def owners(disks, first, last, replicas=3, out=(), tries=50):
    """Of every x from first to last, as crushtool has them: "3/17/42"."""
    with tempfile.TemporaryDirectory() as folder:
        text, raw, summed = (os.path.join(folder, name) for name in ('map.txt', 'raw', 'summed'))
        with open(text, 'w') as file:
            file.write(crush_text(disks, tries))
        run = lambda *arguments: subprocess.run(['crushtool', *arguments], check=True, capture_output=True, text=True).stdout
        run('-c', text, '-o', raw)
        run('-i', raw, '--reweight', '-o', summed)  # a host weighs what its disks do, as in every cluster
        weights = [word for disk in out for word in ('--weight', str(disk), '0')]
        said = run('-i', summed, '--test', '--rule', '0', '--num-rep', str(replicas), '--min-x', str(first), '--max-x', str(last),
                   *weights, '--show-mappings')
    return [line[line.index('[') + 1:-1].replace(',', '/') for line in said.splitlines() if line.startswith('CRUSH rule')]


def digest(rows):
    return hashlib.sha1(''.join(f'{x} {row}\n' for x, row in enumerate(rows)).encode()).hexdigest()


def limit_rows():
    for weights, hosts, replicas, out in limits():
        disks = list(zip(weights, hosts or [''] * len(weights)))
        rows = owners(disks, 0, COUNT - 1, replicas, out)
        fewer = owners(disks, 0, COUNT - 1, replicas, out, tries=49)
        joined = lambda items: '/'.join(str(item) for item in items)
        case = f'{joined(weights)},{joined(hosts)},{replicas},{joined(out)}'
        yield f'{case},all,{digest(rows)}'
        size = lambda row: row.count('/') + 1 if row else 0
        for what in ([x for x in range(COUNT) if rows[x] != fewer[x]], [x for x in range(COUNT) if size(rows[x]) < replicas]):
            yield from (f'{case},{x},{rows[x]}' for x in what[:12])


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
    with open(os.path.join(folder, 'crush_maps.csv'), 'w') as file:
        file.write('# Maps of make/crush_maps.py: disk 0, 1, … of each\nmap,weight,host\n')
        for name, disks in maps():
            file.writelines(f'{name},{weight:.8f},{host}\n' for weight, host in disks)
    with open(os.path.join(folder, 'crush_owners.csv'), 'w') as file:
        file.write('# crushtool 16.2.15 (Debian 12) over crush_maps.csv, three replicas; made by make/crush_maps.py. x "all":\n')
        file.write('# SHA-1 of the lines "x a/b/c" for x from 0 to 19999\nmap,x,osds\n')
        for name, disks in maps():
            rows = owners(disks, 0, COUNT - 1)
            file.write(f'{name},all,{digest(rows)}\n')
            file.writelines(f'{name},{x},{rows[x]}\n' for x in range(0, COUNT, 500))
    with open(os.path.join(folder, 'crush_limits.csv'), 'w') as file:
        file.write('# crushtool 16.2.15 (Debian 12) over the limits() of make/crush_maps.py; x "all": SHA-1 of the lines "x a/b/c" for x\n')
        file.write('# from 0 to 19999. "out": disks of --weight 0\nweights,hosts,replicas,out,x,osds\n')
        file.writelines(f'{row}\n' for row in limit_rows())


if __name__ == '__main__':
    if len(sys.argv) == 4:  # for tests/live/crush.mjs: map, first x, last x
        print('\n'.join(owners(dict(maps())[sys.argv[1]], int(sys.argv[2]), int(sys.argv[3]))))
    else:
        main()
