"""Writes tests/vectors/ring_carbon_ch.csv, ring_fnv1a_ch.csv and rendezvous_pymemcache.csv.

    apt-get install graphite-carbon python3-pymemcache
    python3 make/python_rings.py carbon_ch > ring_carbon_ch.csv
    python3 make/python_rings.py fnv1a_ch > ring_fnv1a_ch.csv
    python3 make/python_rings.py pymemcache > rendezvous_pymemcache.csv

A column has a digit for each list: the place of the key's server in it; columns 2 and 3 of carbon have the replicas after the first.
"""
import sys
import types
sys.modules.setdefault('imp', types.ModuleType('imp'))  # which Python 3.12 has no more
from keys import keys


def is_text(key):
    try:
        key.decode()
        return True
    except UnicodeDecodeError:
        return False


def carbon(kind):
    from carbon.routers import ConsistentHashingRouter
    from carbon.util import parseDestinations
    lists = [
        ['10.0.1.%d:2004' % i for i in range(1, 4)],
        ['10.0.1.%d:2004:%s' % (i, 'abcdefghij'[i - 1]) for i in range(1, 11)],
        ['10.0.1.%d:%d:%s' % (i, port, inst) for i in (1, 2, 3) for port, inst in ((2004, 'a'), (2104, 'b'), (2204, 'c'))],
        ['[2001:db8::1]:2004', 'relay.example:2004:x', '127.0.0.1:2004'],
    ]
    asked = {}
    for diverse in (True, False):
        settings = types.SimpleNamespace(REPLICATION_FACTOR=3, DIVERSE_REPLICAS=diverse, ROUTER_HASH_TYPE=kind)
        for number, one in enumerate(lists):
            router = ConsistentHashingRouter(settings)
            destinations = parseDestinations(one)
            for destination in destinations: router.addDestination(destination)
            asked[diverse, number] = (router, destinations)
    print('# carbon 1.1.7 (Debian 12), ConsistentHashingRouter under %s asked for three destinations of each key; made by' % kind)
    print('# make/python_rings.py, which has the lists. A column has a digit for each list: the place of replica 1, 2 or 3 in it, diverse or not.')
    print('key,first,second,third,second_any,third_any')
    for key in keys():
        if not is_text(key): continue
        def digits(diverse, replica):
            out = ''
            for number in range(len(lists)):
                router, destinations = asked[diverse, number]
                found = list(router.getDestinations(key.decode()))
                out += str(destinations.index(found[replica])) if replica < len(found) else '-'
            return out
        print(key.hex(), digits(True, 0), digits(True, 1), digits(True, 2), digits(False, 1), digits(False, 2), sep=',')


def pymemcache():
    from pymemcache.client.hash import HashClient
    lists = [['10.0.1.%d:11211' % i for i in range(1, 4)], ['10.0.1.%d:11211' % i for i in range(1, 11)],
             ['10.0.1.1:11300', 'cache.example', '[2001:db8::1]:11211', '/run/cache.sock']]
    clients = [HashClient(one, allow_unicode_keys=True) for one in lists]
    print('# pymemcache 3.5.2 (Debian 12), HashClient asked for the server of each key; made by make/python_rings.py, which has the lists')
    print('# of servers. A column has a digit for each list: the place of the server in it, for keys of type str and of type bytes (-: not UTF-8).')
    print('key,str,bytes')
    for key in keys():
        def digits(key):
            return ''.join(str(list(client.clients).index(client.hasher.get_node(key))) for client in clients)
        print(key.hex(), digits(key.decode()) if is_text(key) else '-' * len(lists), digits(key), sep=',')


pymemcache() if sys.argv[1] == 'pymemcache' else carbon(sys.argv[1])
