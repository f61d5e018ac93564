# Writes tests/vectors/ring_dalli.csv and ring_redis_rb.csv: which server the client asks for a key.
#
#     apt-get install ruby-dalli ruby-redis
#     python3 make/client_keys.py | ruby make/client_rings.rb dalli > ring_dalli.csv
#     python3 make/client_keys.py | ruby make/client_rings.rb redis_rb > ring_redis_rb.csv
#
# A column has a digit for each list of servers: the place of the key's server in it.
require 'dalli'
require 'redis'
require 'redis/distributed'

def servers(count, last = '') = (1..count).map { |i| "10.0.1.#{i}:11211#{last}" }

module Dalli::Protocol
  class Binary
    attr_accessor :down

    def alive? = !down
  end
end

def dalli(list, down = [])
  ring = Dalli::Ring.new(list.map { |server| Dalli::Protocol::Binary.new(server) }, {})
  down.each { |i| ring.servers[i].down = true }
  keys = Dalli::KeyManager.new({})
  lambda do |key|
    ring.servers.index(ring.server_for_key(keys.validate_key(key)))
  rescue Dalli::RingError
    '-'
  end
end

def redis(ids)
  ring = Redis::Distributed.new(ids)
  ->(key) { ring.nodes.index(ring.node_for(key)) }
end

def weighted(*weights) = weights.each_with_index.map { |weight, i| "10.0.1.#{i + 1}:11211:#{weight}" }

DALLI = {
  'equal' => [servers(3), servers(10), ['10.0.1.1:11300', 'cache.example', '[2001:db8::1]:11211', '/run/cache.sock']],
  'weighted' => [weighted(1, 2, 3, 5, 8), weighted(4, 0, 1), weighted(100, 50, 7, 1, 1, 1, 1, 1, 9, 30)],
}.transform_values { |lists| lists.map { |list| dalli(list) } }
DALLI['down'] = [dalli(servers(10), [0, 4]), dalli(weighted(1, 2, 3, 5, 8), [4]), dalli(servers(3), [0, 1])]

REDIS = {
  'url' => [(1..3), (1..10)].map { |n| redis(n.map { |i| "redis://10.0.1.#{i}:6379" }) } +
           [redis(['redis://10.0.1.1:6380/2', 'redis://cache.example', 'redis://[2001:db8::1]:6379', 'unix:///run/redis.sock'])],
  'id' => [redis((1..7).map { |i| { id: "shard-#{i}" } })],
}

client = ARGV[0]
asked = client == 'dalli' ? DALLI : REDIS
version = client == 'dalli' ? Dalli::VERSION : Redis::VERSION
puts "# #{client == 'dalli' ? 'Dalli' : 'redis-rb'} #{version} (Debian 12), asked for the server of each key; made by make/client_rings.rb,"
puts '# which has the lists of servers. A column has a digit for each list: the place of the server in it, - for none.'
puts "key,#{asked.keys.join(',')}"
STDIN.each_line(chomp: true) do |hex|
  key = [hex].pack('H*')
  key.force_encoding('UTF-8')
  key.force_encoding('BINARY') unless key.valid_encoding?
  puts [hex, *asked.values.map { |all| all.map { |one| one.call(key) }.join }].join(',')
end
