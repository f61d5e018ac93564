// Shuffle sharding with Go's own math/rand and crypto/md5: Debian has neither Cortex, Mimir nor Loki.
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from '../keys.mjs';
import { compareOwners, folderOf, needs } from '../programs.mjs';
import { loadSystemsCore } from '../systems_core.mjs';

const systems = await loadSystemsCore();

// What dskit's shuffleShard() does, with Go's own math/rand and crypto/md5.
const kShards = `package main

import (
	"bufio"
	"crypto/md5"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
)

type Instance struct{ Name, Zone string }
type Case struct {
	Instances    []Instance
	Tokens, Size int
	Zones        bool
	Tenants      []string
}
type Token struct {
	At   uint32
	Name string
}

func shard(tokens []Token, tenant []byte, zone string, count int) []string {
	hash := md5.New()
	hash.Write(tenant)
	if zone != "" {
		hash.Write([]byte{0})
		hash.Write([]byte(zone))
	}
	random := rand.New(rand.NewSource(int64(binary.BigEndian.Uint64(hash.Sum(nil)))))
	chosen, order := map[string]bool{}, []string{}
	for i := 0; i < count; i++ {
		draw := random.Uint32()
		at := sort.Search(len(tokens), func(i int) bool { return tokens[i].At > draw })
		for walked := 0; walked < len(tokens); walked++ {
			name := tokens[(at+walked)%len(tokens)].Name
			if !chosen[name] {
				chosen[name] = true
				order = append(order, name)
				break
			}
		}
	}
	return order
}

func main() {
	var cases []Case
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, c := range cases {
		rings, names := map[string][]Token{}, []string{}
		for _, instance := range c.Instances {
			zone := ""
			if c.Zones {
				zone = instance.Zone
			}
			if _, known := rings[zone]; !known {
				names = append(names, zone)
			}
			for j := 0; j < c.Tokens; j++ {
				sum := md5.Sum([]byte(fmt.Sprintf("%s/%d", instance.Name, j)))
				rings[zone] = append(rings[zone], Token{binary.BigEndian.Uint32(sum[:4]), instance.Name})
			}
		}
		sort.Strings(names)
		for _, ring := range rings {
			sort.SliceStable(ring, func(a, b int) bool { return ring[a].At < ring[b].At })
		}
		each := (c.Size + len(names) - 1) / len(names)
		for _, hexed := range c.Tenants {
			tenant, _ := hex.DecodeString(hexed)
			shards, order := [][]string{}, []string{}
			for _, zone := range names {
				shards = append(shards, shard(rings[zone], tenant, zone, each))
			}
			for i := 0; i < each; i++ {
				for _, one := range shards {
					if i < len(one) {
						order = append(order, one[i])
					}
				}
			}
			fmt.Fprintln(out, strings.Join(order, " "))
		}
	}
}
`;

test('Go draws the shards that Reshard names', needs('/usr/bin/gofmt'), async (t) => {
  const folder = folderOf(t);
  writeFileSync(join(folder, 'shards.go'), kShards);
  const tenants = randomKeys({ seed: 9 });
  const zones = ['zone-b', 'zone-a', '', 'zone-c'];
  const cases = [
    { count: 50, tokens: 64, size: 4, aware: false, tenants },
    { count: 7, tokens: 512, size: 5, aware: false, tenants },
    { count: 40, tokens: 128, size: 5, aware: true, tenants },
    { count: 40, tokens: 1, size: 3, aware: true, tenants },
  ].map((each) => ({
    ...each,
    nodes: Array.from({ length: each.count }, (_, i) => ({ name: `ingester-${i}`, zone: zones[i % zones.length] })),
  }));
  const child = spawn('go', ['run', 'shards.go'], {
    cwd: folder,
    env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOCACHE: join(folder, 'cache'), HOME: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(
    JSON.stringify(
      cases.map(({ nodes, tokens, size, aware, tenants: asked }) => ({
        instances: nodes,
        tokens,
        size,
        zones: aware,
        tenants: asked.map((key) => key.toString('hex')),
      })),
    ),
  );
  let text = '';
  for await (const more of child.stdout) text += more;
  const live = text.trimEnd().split('\n');
  for (const { nodes, tokens, size, aware, tenants: asked } of cases) {
    const params = { shard_size: size, tokens, zone_awareness: aware ? 'on' : 'off' };
    const replicas = 5;
    const keys = asked.map((key) => new Uint8Array(key));
    const { owners, nodes: names } = systems.place({ strategy: 'shuffle_sharding', params, nodes, replicas, keys });
    const said = asked.map((_, i) =>
      Array.from(owners.subarray(i * replicas, (i + 1) * replicas), (owner) => names[owner])
        .filter(Boolean)
        .join(' '),
    );
    const first = live.splice(0, asked.length).map((line) => line.split(' ').slice(0, replicas).join(' '));
    compareOwners(`${size} of ${nodes.length}`, asked, said, first);
  }
});
