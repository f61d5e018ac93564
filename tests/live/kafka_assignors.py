"""Debian's python3-kafka assigns one topic's partitions to the members of a group, change by change.

Reads a JSON list of {"assignor": "range" | "round_robin" | "sticky", "partitions": 12, "steps": [["member", …], …]}, and
writes for each step the owner of each partition. No broker is needed: the assignors are classes, and the leader of a group
calls assign() with what each member's metadata() says.
"""

import json
import sys

from kafka.coordinator.assignors.range import RangePartitionAssignor
from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
from kafka.coordinator.assignors.sticky.sticky_assignor import (
    StickyAssignorUserDataV1,
    StickyPartitionAssignor,
)
from kafka.coordinator.protocol import ConsumerProtocolMemberMetadata

TOPIC = "topic"
ASSIGNORS = {
    "range": RangePartitionAssignor,
    "round_robin": RoundRobinPartitionAssignor,
    "sticky": StickyPartitionAssignor,
}


class Cluster:
    """What an assignor asks of kafka.cluster.ClusterMetadata."""

    def __init__(self, partitions):
        self.partitions = set(range(partitions))

    def topics(self):
        return {TOPIC}

    def partitions_for_topic(self, topic):
        return self.partitions if topic == TOPIC else None


def metadata(assignor, held, generation):
    """What a member sends when it joins. StickyPartitionAssignor.metadata() of 2.0.2 fails on Python 3 once a member has
    partitions (it encodes an iterator), so what it means to send is written here, in its own format."""
    if assignor is not StickyPartitionAssignor or held is None:
        return assignor.metadata([TOPIC])
    held = [(topic, list(partitions)) for topic, partitions in held.assignment]
    data = StickyAssignorUserDataV1(held, generation)
    return ConsumerProtocolMemberMetadata(assignor.version, [TOPIC], data.encode())


def follow(case):
    assignor, cluster = ASSIGNORS[case["assignor"]], Cluster(case["partitions"])
    held, owners = {}, []
    for generation, members in enumerate(case["steps"]):
        said = {member: metadata(assignor, held.get(member), generation) for member in members}
        held = assignor.assign(cluster, said)
        by_partition = [None] * case["partitions"]
        for member, assignment in held.items():
            for _, partition in assignment.partitions():
                assert by_partition[partition] is None
                by_partition[partition] = member
        owners.append(by_partition)
    return owners


print(json.dumps([follow(case) for case in json.load(sys.stdin)]))
