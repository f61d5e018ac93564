"""Writes crush_maps.csv, the maps on which tests compare straw2 with crushtool, and crush_owners.csv, crushtool's answers.

    apt-get install ceph-base
    python3 make/crush_maps.py

Each map has a row for each disk: its weight as `ceph osd crush` takes it (in TiB), and its host, empty in a flat map. For
x from 0 to 19,999, crush_owners.csv has a digest of the owners (SHA-1 of lines "x a/b/c") and those of every 500th x.
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


def crush_text(disks):
    hosts = list(dict.fromkeys(host for _, host in disks))
    lines = [f'tunable {name}' for name in ('choose_local_tries 0', 'choose_local_fallback_tries 0', 'choose_total_tries 50',
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


def owners(disks, first, last):
    """Of every x from first to last, as crushtool has them: "3/17/42"."""
    with tempfile.TemporaryDirectory() as folder:
        text, raw, summed = (os.path.join(folder, name) for name in ('map.txt', 'raw', 'summed'))
        with open(text, 'w') as file:
            file.write(crush_text(disks))
        run = lambda *arguments: subprocess.run(['crushtool', *arguments], check=True, capture_output=True, text=True).stdout
        run('-c', text, '-o', raw)
        run('-i', raw, '--reweight', '-o', summed)  # a host weighs what its disks do, as in every cluster
        said = run('-i', summed, '--test', '--rule', '0', '--num-rep', '3', '--min-x', str(first), '--max-x', str(last),
                   '--show-mappings')
    return [line[line.index('[') + 1:-1].replace(',', '/') for line in said.splitlines() if line.startswith('CRUSH rule')]


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
            digest = hashlib.sha1(''.join(f'{x} {row}\n' for x, row in enumerate(rows)).encode()).hexdigest()
            file.write(f'{name},all,{digest}\n')
            file.writelines(f'{name},{x},{rows[x]}\n' for x in range(0, COUNT, 500))


if __name__ == '__main__':
    if len(sys.argv) == 4:  # for tests/live/crush.mjs: map, first x, last x
        print('\n'.join(owners(dict(maps())[sys.argv[1]], int(sys.argv[2]), int(sys.argv[3]))))
    else:
        main()
