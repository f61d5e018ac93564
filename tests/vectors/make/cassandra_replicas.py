"""Writes cassandra_replicas.csv: where Cassandra's Python driver finds the replicas of keys, by its own TokenMap.

    apt-get install python3-cassandra
    python3 make/cassandra_replicas.py

Nodes a, b, … of each case are in the given data centres and racks; token v of a node is that of the text "name-v", as in
Reshard. The replication is that of the keyspace; "first_dc" and "second_dc" are Reshard's parameters that mean it. Before the
first keys of each case comes the SHA-1 of the lines "key-N a/b/c" for N from 0 to 1999. Hosts are sorted by name.

Where there are more replicas than racks, nodes have one token: with several, this driver may count a node twice that it has
skipped (skipped_hosts in metadata.py), and then finds one replica less than Cassandra.
"""
import hashlib
import os
from cassandra import metadata
from cassandra.metadata import KeyspaceMetadata, Metadata, Murmur3Token, ReplicationStrategy, TokenMap
from cassandra.policies import SimpleConvictionPolicy
from cassandra.pool import Host

KEYS = 2000


def cases():
    """Places of the nodes, tokens of each, first_dc, second_dc, replicas by data centre."""
    two = 'dc1/r1 dc2/r1 dc1/r2 dc2/r2'
    yield two, 16, 0, 0, {'dc1': 2, 'dc2': 1}
    yield two, 16, 0, 0, {'dc1': 1, 'dc2': 1}
    yield two, 16, 1, 0, {'dc1': 1, 'dc2': 2}
    yield two, 1, 0, 0, {'dc1': 2, 'dc2': 2}
    yield 'dc1/r1 dc2/r1 dc2/r2 dc2/r3', 16, 0, 0, {'dc1': 2, 'dc2': 2}  # dc1 has one node
    yield 'dc1/r1 dc2/r1 dc2/r2 dc2/r3', 16, 0, 0, {'dc1': 3, 'dc2': 2}
    yield 'dc1/r1 dc2/r1 dc2/r2 dc2/r3', 16, 1, 0, {'dc1': 1, 'dc2': 3}
    three = 'b/r1 a/r1 c/r1 b/r2 a/r2 c/r2 b/r3 a/r3 c/r3'
    yield three, 16, 0, 0, {'b': 2, 'a': 2, 'c': 1}
    yield three, 16, 0, 0, {'b': 2, 'a': 1, 'c': 1}
    yield three, 16, 0, 2, {'b': 1, 'a': 2, 'c': 1}
    yield three, 16, 3, 0, {'b': 3, 'a': 1, 'c': 1}
    yield three, 16, 1, 3, {'b': 1, 'a': 3, 'c': 1}
    yield three, 16, 1, 1, {'b': 1, 'a': 1, 'c': 3}
    yield 'x/r1 x/r1 x/r1 x/r2 x/r3 x/r3', 16, 0, 0, {'x': 3}
    yield 'x/r1 x/r1 x/r1 x/r1 x/r2 x/r3', 1, 0, 0, {'x': 4}  # more replicas than racks
    yield 'x/r1 x/r1 x/r1 y/r1 y/r1 y/r2 y/r2', 1, 0, 0, {'x': 3, 'y': 2}
    yield 'x/r1 x/r1 x/r1 y/r1 y/r1 y/r2 y/r2', 1, 2, 0, {'x': 2, 'y': 3}


def token_map(places, tokens, replication):
    owners = {}
    for i, place in enumerate(places.split()):
        host = Host(chr(ord('a') + i), SimpleConvictionPolicy)
        host.set_location_info(*place.split('/'))
        for v in range(tokens):
            owners[Murmur3Token.from_key(f'{host.address}-{v}'.encode())] = host
    names = Metadata()
    options = {'class': 'NetworkTopologyStrategy', **{center: str(count) for center, count in replication.items()}}
    names.keyspaces['data'] = KeyspaceMetadata('data', True, options.pop('class'), options)
    return TokenMap(Murmur3Token, owners, sorted(owners), names)


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
    with open(os.path.join(folder, 'cassandra_replicas.csv'), 'w') as file:
        file.write('# python3-cassandra 3.25.0 (Debian 12), TokenMap.get_replicas(); made by make/cassandra_replicas.py. key "all":\n')
        file.write('# SHA-1 of the lines "key-N a/b/c" for N from 0 to 1999\n')
        file.write('places,num_tokens,first_dc,second_dc,replication,replicas,key,hosts\n')
        for places, tokens, first, second, replication in cases():
            ring = token_map(places, tokens, replication)
            hosts = []
            for n in range(KEYS):
                found = [host.address for host in ring.get_replicas('data', Murmur3Token.from_key(f'key-{n}'.encode()))]
                assert len(set(found)) == len(found), (places, found)
                hosts.append('/'.join(sorted(found)))
            said = ' '.join(f'{center}:{count}' for center, count in replication.items())
            case = f'{places},{tokens},{first},{second},{said},{sum(replication.values())}'
            digest = hashlib.sha1(''.join(f'key-{n} {each}\n' for n, each in enumerate(hosts)).encode()).hexdigest()
            file.write(f'{case},all,{digest}\n')
            file.writelines(f'{case},key-{n},{hosts[n]}\n' for n in range(6))


if __name__ == '__main__':
    main()
