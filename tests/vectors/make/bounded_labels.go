// Writes tests/vectors/bounded_labels.csv: whom buraksezer/consistent of before 1.0 names for each partition.
//
//	apt-get install golang-go golang-github-cespare-xxhash-dev
//	mkdir -p go/src/consistent && cp -r /usr/share/gocode/src/github.com go/src
//	(consistent.go of commit ebc73e8 into go/src/consistent; again into go/src/consistent1, as package consistent1 and
//	with averageLoad() and the loop's condition of 08bf979)
//	GO111MODULE=off GOPATH=$PWD/go go run make/bounded_labels.go > bounded_labels.csv
package main

import (
	"fmt"

	"consistent"
	"consistent1"

	"github.com/cespare/xxhash"
)

type member string

func (m member) String() string { return string(m) }

type hasher struct{}

func (hasher) Sum64(data []byte) uint64 { return xxhash.Sum64(data) }

const partitions = 271

func ring(load float64, vnodes int, count int) *consistent.Consistent {
	var members []consistent.Member
	for i := 0; i < count; i++ {
		members = append(members, member(fmt.Sprintf("node-%d", i)))
	}
	return consistent.New(members, consistent.Config{hasher{}, partitions, vnodes, load})
}

func ring1(load float64, vnodes int, count int) *consistent1.Consistent {
	var members []consistent1.Member
	for i := 0; i < count; i++ {
		members = append(members, member(fmt.Sprintf("node-%d", i)))
	}
	return consistent1.New(members, consistent1.Config{hasher{}, partitions, vnodes, load})
}

func main() {
	fmt.Println("# buraksezer/consistent ebc73e8 (before 1.0), Hasher=xxhash64, PartitionCount 271; owner of partition; the last two columns with averageLoad() and the loop of 08bf979 (1.0 with ReplicaKey); made by make/bounded_labels.go")
	fmt.Println("partition,n8,n9_after_add_node-8,n7_after_remove_node-3_from_8,n12,n21_load_1.05_vnodes_40,replica_key_n12,replica_key_n21_load_1.05_vnodes_40")
	rings := []*consistent.Consistent{ring(1.25, 20, 8), ring(1.25, 20, 8), ring(1.25, 20, 8), ring(1.25, 20, 12), ring(1.05, 40, 21)}
	rings[1].Add(member("node-8"))
	rings[2].Remove("node-3")
	twelve, many := ring1(1.25, 20, 12), ring1(1.05, 40, 21)
	for p := 0; p < partitions; p++ {
		fmt.Print(p)
		for _, each := range rings {
			fmt.Print(",", each.GetPartitionOwner(p))
		}
		fmt.Print(",", twelve.GetPartitionOwner(p), ",", many.GetPartitionOwner(p), "\n")
	}
}
