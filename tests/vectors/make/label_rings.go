// Writes tests/vectors/ring_labels.csv: whom groupcache's ring and that of go-redis up to version 6 name for a key.
//
//	apt-get install golang-go golang-github-golang-groupcache-dev golang-gopkg-redis.v5-dev
//	mkdir -p go/src && cp -r /usr/share/gocode/src/github.com go/src && cp -r /usr/share/gocode/src/gopkg.in/redis.v5/internal/{consistenthash,hashtag} go/src
//	python3 make/client_keys.py | GO111MODULE=off GOPATH=$PWD/go go run make/label_rings.go > ring_labels.csv
//
// go-redis' packages are copied because they are internal to it. A column has a digit for each list of names.
package main

import (
	"bufio"
	ring5 "consistenthash"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"hashtag"
	"os"
	"strings"

	"github.com/golang/groupcache/consistenthash"
)

func names(prefix string, count int) (list []string) {
	for i := 0; i < count; i++ {
		list = append(list, fmt.Sprintf("%s%d", prefix, i))
	}
	return
}

func fnv32a(data []byte) uint32 {
	h := fnv.New32a()
	h.Write(data)
	return h.Sum32()
}

func main() {
	lists := [][]string{names("http://10.0.1.", 3), names("shard", 10), {"x", "1x", "11x"}}
	fmt.Println("# golang/groupcache 0.0~git20200121.8c9f03a, consistenthash: 50 replicas under CRC-32, and 7 under FNV-1a 32; gopkg.in/redis.v5 5.2.9,")
	fmt.Println("# internal/consistenthash with hashtag and 100 replicas (all Debian 12); made by make/label_rings.go, which has the lists of names.")
	fmt.Println("key,groupcache,fnv1a,go_redis")
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		key, _ := hex.DecodeString(input.Text())
		row := [3]string{}
		for _, list := range lists {
			crc, fnv, redis := consistenthash.New(50, nil), consistenthash.New(7, fnv32a), ring5.New(100, nil)
			crc.Add(list...)
			fnv.Add(list...)
			redis.Add(list...)
			for i, owner := range []string{crc.Get(string(key)), fnv.Get(string(key)), redis.Get(hashtag.Key(string(key)))} {
				for place, name := range list {
					if name == owner {
						row[i] += fmt.Sprint(place)
					}
				}
			}
		}
		fmt.Println(input.Text() + "," + strings.Join(row[:], ","))
	}
}
