/* Consumer groups of librdkafka on its own mock cluster, on loopback: who has which partition after each change.
 *
 * Input: a line "group ASSIGNOR PARTITIONS", then its steps: "step +JOINING -LEAVING …", where LEAVING is a position among the
 * members before the step. Output: for each step "GROUP STEP REBALANCES MEMBER-ID:ASSIGNMENTS:PARTITION,PARTITION,… …", members in order of joining.
 * All groups run at once, each in a thread. A change is over when every partition has a consumer, every member has heard of
 * it, and nothing has happened for a while. */
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

enum { kMostMembers = 64, kMostPartitions = 1024, kMostGroups = 64, kMostSteps = 64, kQuiet = 1500, kPatience = 700, kLongest = 60000 };

typedef struct {
  rd_kafka_t *rk;
  char *id;
  char has[kMostPartitions];
  int heard, leaving;
  rd_kafka_topic_partition_list_t *revoked; /* what it will revoke, and when */
  long long revokes;
} Member;

typedef struct {
  int number, partitions, members, steps;
  char assignor[32], step[kMostSteps][256];
  const char *brokers;
  Member *member[kMostMembers];
  long long changed;
  pthread_t thread;
} Group;

/* The mock broker makes a member's id of its address. Where that is given again soon, requests of the member that has left
 * reach the new one: small blocks are never given again. */
extern void __libc_free(void *);
void free(void *block) {
  enum { kSmall = 1024 };
  if (block && malloc_usable_size(block) > kSmall) __libc_free(block);
}

static long long now_ms(void) {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec * 1000LL + t.tv_usec / 1000;
}

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static _Thread_local Group *current;

static void on_rebalance(rd_kafka_t *rk, rd_kafka_resp_err_t err, rd_kafka_topic_partition_list_t *list, void *opaque) {
  Member *member = opaque;
  const int gives = err == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS;
  const int incremental = !strcmp(rd_kafka_rebalance_protocol(rk), "COOPERATIVE");
  if (!incremental) memset(member->has, 0, sizeof member->has);
  for (int i = 0; i < list->cnt; ++i) member->has[list->elems[i].partition] = (char)gives;
  if (incremental && !gives && !member->leaving) {
    member->revoked = rd_kafka_topic_partition_list_copy(list);
    member->revokes = now_ms() + kPatience;
  } else if (incremental) {
    rd_kafka_error_destroy(gives ? rd_kafka_incremental_assign(rk, list) : rd_kafka_incremental_unassign(rk, list));
  } else {
    rd_kafka_assign(rk, gives ? list : NULL);
  }
  member->heard += gives;
  if (current) current->changed = now_ms();
}

static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
  char why[256];
  if (rd_kafka_conf_set(conf, name, value, why, sizeof why)) fail(why);
}

static void join(Group *group) {
  Member *member = calloc(1, sizeof *member);
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  char name[32], why[256];
  snprintf(name, sizeof name, "group-%d", group->number);
  set(conf, "bootstrap.servers", group->brokers);
  set(conf, "group.id", name);
  set(conf, "partition.assignment.strategy", group->assignor);
  set(conf, "session.timeout.ms", "6000");
  set(conf, "heartbeat.interval.ms", "100");
  set(conf, "fetch.wait.max.ms", "3000");
  set(conf, "log_level", "0");
  rd_kafka_conf_set_rebalance_cb(conf, on_rebalance);
  rd_kafka_conf_set_opaque(conf, member);
  if (!(member->rk = rd_kafka_new(RD_KAFKA_CONSUMER, conf, why, sizeof why))) fail(why);
  rd_kafka_poll_set_consumer(member->rk);
  rd_kafka_topic_partition_list_t *topics = rd_kafka_topic_partition_list_new(1);
  snprintf(name, sizeof name, "topic-%d", group->number);
  rd_kafka_topic_partition_list_add(topics, name, RD_KAFKA_PARTITION_UA);
  if (rd_kafka_subscribe(member->rk, topics)) fail("subscribe");
  rd_kafka_topic_partition_list_destroy(topics);
  group->member[group->members++] = member;
}

static void destroy(Member *member) {
  rd_kafka_destroy(member->rk);
  free(member->id);
  free(member);
}

/* All at once: the first that leaves begins a rebalance, for which the others would have joined again already. */
static void leave(Member **members, int count) {
  for (int i = 0; i < count; ++i) {
    members[i]->leaving = 1;
    rd_kafka_queue_t *queue = rd_kafka_queue_get_consumer(members[i]->rk);
    rd_kafka_error_t *error = rd_kafka_consumer_close_queue(members[i]->rk, queue);
    if (error) fail(rd_kafka_error_string(error));
    rd_kafka_queue_destroy(queue);
  }
  for (int i = 0; i < count; ++i) {
    while (!rd_kafka_consumer_closed(members[i]->rk)) {
      rd_kafka_message_t *message = rd_kafka_consumer_poll(members[i]->rk, 10);
      if (message) rd_kafka_message_destroy(message);
    }
    destroy(members[i]);
  }
}

/* A member that has revoked joins again, and the group rebalances. One that has not got its assignment by then would claim what it
 * had before, and the change would take another way: so all get theirs first. */
static void revoke(Group *group, Member *member) {
  if (!member->revoked || now_ms() < member->revokes) return;
  rd_kafka_error_destroy(rd_kafka_incremental_unassign(member->rk, member->revoked));
  rd_kafka_topic_partition_list_destroy(member->revoked);
  member->revoked = NULL;
  group->changed = now_ms();
}

static void poll_all(Group *group) {
  for (int m = 0; m < group->members; ++m) {
    revoke(group, group->member[m]);
    rd_kafka_message_t *message = rd_kafka_consumer_poll(group->member[m]->rk, 0);
    if (message) rd_kafka_message_destroy(message);
  }
  nanosleep(&(struct timespec){0, 10 * 1000 * 1000}, NULL);
}

static int is_settled(Group *group) {
  if (now_ms() - group->changed < kQuiet) return 0;
  for (int m = 0; m < group->members; ++m) {
    if (!group->member[m]->heard) return 0; /* a member is told even if it has no more partitions than before */
  }
  for (int p = 0; p < group->partitions; ++p) {
    int owners = 0;
    for (int m = 0; m < group->members; ++m) owners += group->member[m]->has[p];
    if (owners != 1) return 0;
  }
  return 1;
}

static void change(Group *group, char *step) {
  char leaves[kMostMembers] = {0};
  Member *gone[kMostMembers];
  int joining = 0, kept = 0, going = 0;
  for (int m = 0; m < group->members; ++m) group->member[m]->heard = 0;
  char *rest = step;
  for (char *word; (word = strtok_r(rest, " \n", &rest));) {
    if (*word == '+') joining = atoi(word + 1);
    if (*word == '-') leaves[atoi(word + 1)] = 1;
  }
  for (int m = 0; m < group->members; ++m) {
    if (leaves[m]) {
      gone[going++] = group->member[m];
    } else {
      group->member[kept++] = group->member[m];
    }
  }
  group->members = kept;
  leave(gone, going);
  for (int i = 0; i < joining; ++i) join(group);
}

/* How many rebalances the group has had: librdkafka writes it behind the magic word of a group's metadata. */
static int generation(Group *group) {
  static const char magic[] = "CGMDv2:";
  rd_kafka_consumer_group_metadata_t *metadata = rd_kafka_consumer_group_metadata(group->member[0]->rk);
  void *bytes;
  size_t size;
  int number = 0;
  rd_kafka_error_t *error = rd_kafka_consumer_group_metadata_write(metadata, &bytes, &size);
  if (error || memcmp(bytes, magic, strlen(magic))) fail("no generation");
  memcpy(&number, (char *)bytes + strlen(magic), sizeof number);
  rd_kafka_mem_free(group->member[0]->rk, bytes);
  rd_kafka_consumer_group_metadata_destroy(metadata);
  return number;
}

static void *run(void *argument) {
  Group *group = current = argument;
  for (int s = 0; s < group->steps; ++s) {
    change(group, group->step[s]);
    group->changed = now_ms();
    for (const long long began = now_ms(); !is_settled(group);) {
      poll_all(group);
      if (now_ms() - began > kLongest) fail("a group does not settle");
    }
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one);
    printf("%d %d %d", group->number, s, generation(group));
    for (int m = 0; m < group->members; ++m) {
      Member *member = group->member[m];
      if (!member->id) {
        char *id = rd_kafka_memberid(member->rk);
        member->id = strdup(id);
        rd_kafka_mem_free(member->rk, id);
      }
      printf(" %s:%d:", member->id, member->heard);
      const char *comma = "";
      for (int p = 0; p < group->partitions; ++p) {
        if (member->has[p]) printf("%s%d", comma, p), comma = ",";
      }
    }
    printf("\n");
    fflush(stdout);
    pthread_mutex_unlock(&one);
  }
  leave(group->member, group->members);
  return NULL;
}

int main(void) {
  static Group groups[kMostGroups];
  int count = 0;
  char line[256], why[256];
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "group ", 6)) {
      Group *group = &groups[count];
      group->number = count++;
      if (sscanf(line, "group %31s %d", group->assignor, &group->partitions) != 2) fail(line);
    } else if (!strncmp(line, "step ", 5)) {
      Group *group = &groups[count - 1];
      strcpy(group->step[group->steps++], line + 5);
    }
  }
  rd_kafka_t *host = rd_kafka_new(RD_KAFKA_PRODUCER, NULL, why, sizeof why);
  rd_kafka_mock_cluster_t *cluster = rd_kafka_mock_cluster_new(host, 1);
  for (int g = 0; g < count; ++g) {
    snprintf(line, sizeof line, "topic-%d", g);
    if (rd_kafka_mock_topic_create(cluster, line, groups[g].partitions, 1)) fail("topic");
    groups[g].brokers = rd_kafka_mock_cluster_bootstraps(cluster);
  }
  for (int g = 0; g < count; ++g) pthread_create(&groups[g].thread, NULL, run, &groups[g]);
  for (int g = 0; g < count; ++g) pthread_join(groups[g].thread, NULL);
  rd_kafka_mock_cluster_destroy(cluster);
  rd_kafka_destroy(host);
  return 0;
}
