// Go's Sarama, of Kafka's producers: both of its hash partitioners choose the partition of every key without a broker.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, kCounts, typedKeys } from '../kafka_keys.mjs';
import { folderOf, needs, run } from '../programs.mjs';

const kSources = '/usr/share/gocode';

const kAsk = `package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"

	"github.com/Shopify/sarama"
)

func main() {
	count, _ := strconv.Atoi(os.Args[2])
	file, _ := os.Open(os.Args[1])
	usual, reference := sarama.NewHashPartitioner("topic"), sarama.NewReferenceHashPartitioner("topic")
	for lines := bufio.NewScanner(file); lines.Scan(); {
		key, _ := hex.DecodeString(lines.Text())
		message := &sarama.ProducerMessage{Key: sarama.ByteEncoder(key)}
		first, _ := usual.Partition(message, int32(count))
		second, _ := reference.Partition(message, int32(count))
		fmt.Println(first, second)
	}
}
`;

test(
  'Sarama gives every key the partition that Reshard names',
  needs(`${kSources}/src/github.com/Shopify/sarama`, '/usr/bin/gofmt'),
  async (t) => {
    const folder = folderOf(t);
    writeFileSync(join(folder, 'ask.go'), kAsk);
    const env = {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: kSources,
      GOFLAGS: '',
      GOCACHE: join(folder, 'cache'),
      HOME: folder,
    };
    await run('go', ['build', '-o', 'ask', 'ask.go'], { cwd: folder, env });
    for (const keys of typedKeys()) {
      writeFileSync(join(folder, 'keys'), keys.bytes.map((key) => `${key.toString('hex')}\n`).join(''));
      for (const count of kCounts) {
        const { stdout } = await run(join(folder, 'ask'), ['keys', String(count)], { cwd: folder, maxBuffer: 1 << 26 });
        const rows = stdout
          .trimEnd()
          .split('\n')
          .map((line) => line.split(' ').map(Number));
        for (const [i, dialect] of ['kafka_fnv1a_random', 'sarama_reference'].entries())
          await compare(
            dialect,
            keys,
            count,
            rows.map((row) => row[i]),
          );
      }
    }
  },
);
