// Prints traefik.csv: the service that Traefik's published rule (hrw.go, nextServer) chooses, by Go's hash/fnv and math.
//
//	go run traefik.go
package main

import (
	"fmt"
	"hash/fnv"
	"math"
)

func chosen(source, form string, weights ...float64) string {
	winner, best := "", 0.0
	for i, weight := range weights {
		name := fmt.Sprintf(form, i+1)
		hash := fnv.New64a()
		hash.Write([]byte(source + name))
		u := float64(hash.Sum64()) / math.Pow(2, 64)
		if score := 1.0 / -math.Log(u) * weight; score > best {
			winner, best = name, score
		}
	}
	return winner
}

func main() {
	fmt.Println("# Go 1.19.8's hash/fnv and math by the published rule of Traefik 3.5, no Traefik was run: w<weights>: the service of " +
		"app1.., e<weights>, of 1-backend-service..; make/traefik.go")
	fmt.Println("key,w1_1_1,w1_2_3,e1_2_3,e5_1_1_1_1,e10_9")
	for i := 0; i < 1000; i++ {
		source := fmt.Sprintf("10.%d.%d.%d", i*7%256, i*31%256, i%256)
		if i%4 == 3 {
			source = fmt.Sprintf("2001:db8::%x:%x", i*7919%65536, i)
		}
		const last, early = "app%d", "%d-backend-service"
		fmt.Printf("%s,%s,%s,%s,%s,%s\n", source, chosen(source, last, 1, 1, 1), chosen(source, last, 1, 2, 3),
			chosen(source, early, 1, 2, 3), chosen(source, early, 5, 1, 1, 1, 1), chosen(source, early, 10, 9))
	}
}
