/* libreshard: where a key lives, as Reshard's page shows it, for programs in any language.
 *
 *   reshard_error error;
 *   reshard_scenario* scenario;
 *   const char* link = "v=1&nodes=5&log=+node-5&vnodes=200";
 *   if (reshard_open(link, strlen(link), RESHARD_AFTER, &scenario, &error) != RESHARD_OK) puts(error.message);
 *   const uint64_t offsets[] = {0, 6, 12};
 *   uint32_t owners[2];
 *   reshard_place(scenario, "user:1user:2", offsets, 2, owners, &error);
 *   puts(reshard_node_name(scenario, owners[0]));
 *   reshard_close(scenario);
 *
 * An open scenario is constant: any number of threads may use it at the same time, until one of them closes it. No
 * function throws or prints, or reads the clock, files or the environment. The structures and functions of this version
 * will not change; additions will have new names. */
#ifndef RESHARD_H
#define RESHARD_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define RESHARD_API __attribute__((visibility("default")))
#else
#define RESHARD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using, readability-identifier-naming): this is C */

/* The result of a function. The numbers will not change. */
typedef enum reshard_code {
  RESHARD_OK = 0,
  RESHARD_BAD_SCENARIO = 1, /* the link or JSON, or what it asks for, was refused */
  RESHARD_BAD_KEY = 2,      /* a key was refused: error.key says which */
  RESHARD_BAD_CALL = 3,     /* a null pointer, decreasing offsets, an unknown moment */
  RESHARD_NO_MEMORY = 4
} reshard_code;

/* Why something was refused. Functions that take a pointer to one accept NULL, and write to it only on failure. */
typedef struct reshard_error {
  int32_t code;      /* a reshard_code */
  char id[28];       /* a stable word: one of core/base/errors.def, such as "out_of_range", "bad_call" or "no_memory" */
  uint64_t key;      /* for RESHARD_BAD_KEY, the index in the batch; else UINT64_MAX */
  char message[472]; /* in English, UTF-8, ends with a zero byte */
} reshard_error;

/* A moment of a scenario: after all of its changes, or before the last one. */
enum { RESHARD_AFTER = 0, RESHARD_BEFORE = 1 };

/* The owner of a key that no node serves. */
#define RESHARD_NOBODY UINT32_MAX

#define RESHARD_MAX_KEY_BYTES 4096

typedef struct reshard_scenario reshard_scenario;

/* One key: any 1 to RESHARD_MAX_KEY_BYTES bytes. Strategies of systems whose keys are text require UTF-8.
 *
 * Strategies of typed keys (partitions) read the text of a value, as their parameters type, type2 ... say: an integer as
 * decimal digits ("-42", no leading zeros), bytes as hexadecimal digits, a uuid as PostgreSQL reads it, the columns of a row
 * with a TAB between them, NULL as \N. Where an empty text is a value, so is an empty key. What is not of the type is
 * RESHARD_BAD_KEY. */
typedef struct reshard_key {
  const char* bytes;
  size_t size;
} reshard_key;

/* The version of the library: "0.1.0". */
RESHARD_API const char* reshard_version(void);

/* Opens a scenario from `size` bytes of text: a link of the page, whole or from its # on, or the JSON that its Export
 * saves. Uses the scenario's first strategy. Where the page skips what it cannot accept, with a note, this function
 * refuses the scenario. It also refuses strategies under which the owner of a key depends on the other keys. */
RESHARD_API int reshard_open(const char* text, size_t size, int moment, reshard_scenario** scenario,
                             reshard_error* error);

/* Frees the scenario and the names obtained from it. NULL is ignored. */
RESHARD_API void reshard_close(reshard_scenario* scenario);

/* Sets owners[i] to the number of the node that serves key i, or RESHARD_NOBODY. Key i is bytes[offsets[i]] up to, but
 * not including, bytes[offsets[i + 1]], so there are count + 1 offsets, as in Apache Arrow. On RESHARD_BAD_KEY, the
 * owners of the keys before error.key have been set. */
RESHARD_API int reshard_place(const reshard_scenario* scenario, const char* bytes, const uint64_t* offsets,
                              size_t count, uint32_t* owners, reshard_error* error);

/* The same for keys that are not stored one after another. */
RESHARD_API int reshard_place_keys(const reshard_scenario* scenario, const reshard_key* keys, size_t count,
                                   uint32_t* owners, reshard_error* error);

/* Node numbers are below this. A number means the same node at both moments of a scenario, even after a rename. */
RESHARD_API uint32_t reshard_node_count(const reshard_scenario* scenario);

/* The node's name as UTF-8, valid until the scenario is closed; NULL if no such node exists at this moment. */
RESHARD_API const char* reshard_node_name(const reshard_scenario* scenario, uint32_t node);

/* NOLINTEND(modernize-use-using, readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
