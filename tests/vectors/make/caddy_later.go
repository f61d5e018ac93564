// Prints caddy_later.csv: which upstream Caddy's releases after Debian's would choose for the keys of caddy.csv. It calls
// what those releases call (hash/fnv; cespare/xxhash, Debian's golang-github-cespare-xxhash-dev) by the rule of their
// hostByHashing(): the largest hash of upstream + key wins, the first of equals, and 0 never does.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run caddy_later.go < ../caddy.csv
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"os"
	"strings"

	"github.com/cespare/xxhash"
)

func fnv1a(text string) uint64 {
	hash := fnv.New32a()
	hash.Write([]byte(text))
	return uint64(hash.Sum32())
}

func chosen(ports []int, key string, hash func(string) uint64) int {
	var highest uint64
	winner := 0
	for _, port := range ports {
		if now := hash(fmt.Sprintf("127.0.0.1:%d%s", port, key)); now > highest {
			highest, winner = now, port
		}
	}
	return winner
}

func main() {
	all := []int{42001, 42002, 42003, 42004, 42005, 42006}
	fmt.Println("# Go 1.19.8's hash/fnv and cespare/xxhash 2.1.1 by the rule of Caddy 2.6.4 (fnv) and 2.8.4 (xxh): " +
		"<hash><n> = port of the upstream among 127.0.0.1:42001.. (n of them); make/caddy_later.go")
	fmt.Println("key_hex,fnv2,fnv3,fnv6,xxh2,xxh3,xxh6")
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		field := strings.SplitN(lines.Text(), ",", 2)[0]
		key, err := hex.DecodeString(field)
		if err != nil || len(key) == 0 {
			continue
		}
		fmt.Print(field)
		for _, hash := range []func(string) uint64{fnv1a, xxhash.Sum64String} {
			for _, count := range []int{2, 3, 6} {
				fmt.Print(",", chosen(all[:count], string(key), hash))
			}
		}
		fmt.Println()
	}
}
