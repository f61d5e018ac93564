/* reshard_owner() and reshard_moved() for PostgreSQL, on the C ABI of libreshard; README.md beside this file says what
 * they take. This file is in C, because a server error jumps to its handler (longjmp), and must not skip C++ frames. */
/* clang-format off */
#include "postgres.h" /* must come first */

#include "fmgr.h"
#include "lib/ilist.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

#include "core/bindings/reshard.h"
/* clang-format on */

PG_MODULE_MAGIC;

/* How many scenarios a backend keeps open. A statement rarely needs more than a link before and after its change. */
#define MOST_OPEN 16

/* A scenario at one of its moments, with the names of its nodes in the server's encoding. */
typedef struct Opened {
  dlist_node place; /* in `opened` */
  MemoryContext room;
  int moment;
  reshard_scenario* scenario;
  text** names; /* by node number; NULL until a row needs it */
  size_t link_size;
  char* link; /* as it was given */
} Opened;

static dlist_head opened = DLIST_STATIC_INIT(opened); /* most recently used first */
static int open_count = 0;

/* Whether this database's text is UTF-8, or bytes in an encoding that the server does not know (SQL_ASCII). */
static bool text_is_bytes(void) { return GetDatabaseEncoding() == PG_UTF8 || GetDatabaseEncoding() == PG_SQL_ASCII; }

static bool is_ascii_text(const char* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (IS_HIGHBIT_SET(bytes[i])) return false;
  }
  return true;
}

/* The text as UTF-8, in place or as a copy. All server encodings contain ASCII unchanged. */
static reshard_key utf8_of(text* value) {
  reshard_key key = {VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)};
  if (text_is_bytes() || is_ascii_text(key.bytes, key.size)) return key;
  key.bytes = pg_server_to_any(key.bytes, (int)key.size, PG_UTF8);
  key.size = strlen(key.bytes);
  return key;
}

/* A UTF-8 message in the server's encoding. If that is not UTF-8, it becomes ASCII, so that it can always be shown. */
static char* message_of(const char* utf8) {
  static const char* const kSigns[][2] = {
      {"\342\200\234", "\""}, {"\342\200\235", "\""}, {"\342\200\246", "..."}, {"\342\200\223", "-"}};
  StringInfoData out;
  if (text_is_bytes()) return pstrdup(utf8);
  initStringInfo(&out);
  while (*utf8 != '\0') {
    const char* sign = "?";
    const int size = Min((int)strlen(utf8), pg_encoding_mblen(PG_UTF8, utf8));
    for (int i = 0; i < (int)lengthof(kSigns); ++i) {
      if (strncmp(utf8, kSigns[i][0], 3) == 0) sign = kSigns[i][1];
    }
    if (size == 1) {
      appendStringInfoChar(&out, *utf8);
    } else {
      appendStringInfoString(&out, sign);
    }
    utf8 += size;
  }
  return out.data;
}

static void refuse(const reshard_error* error) {
  const int code = error->code == RESHARD_NO_MEMORY ? ERRCODE_OUT_OF_MEMORY : ERRCODE_INVALID_PARAMETER_VALUE;
  ereport(ERROR, (errcode(code), errmsg_internal("%s", message_of(error->message))));
}

static void forget(Opened* one) {
  dlist_delete(&one->place);
  --open_count;
  reshard_close(one->scenario);
  MemoryContextDelete(one->room);
}

static Opened* open_link(text* link, int moment) {
  const reshard_key utf8 = utf8_of(link);
  reshard_error error;
  MemoryContext room;
  Opened* one;
  CHECK_FOR_INTERRUPTS();
  while (open_count >= MOST_OPEN) forget(dlist_tail_element(Opened, place, &opened));
  room = AllocSetContextCreate(TopMemoryContext, "reshard scenario", ALLOCSET_SMALL_SIZES);
  one = MemoryContextAllocZero(room, sizeof(Opened));
  one->room = room;
  one->moment = moment;
  one->link_size = VARSIZE_ANY_EXHDR(link);
  one->link = MemoryContextAlloc(room, Max(one->link_size, 1));
  memcpy(one->link, VARDATA_ANY(link), one->link_size);
  if (reshard_open(utf8.bytes, utf8.size, moment, &one->scenario, &error) != RESHARD_OK) {
    MemoryContextDelete(room);
    refuse(&error);
  }
  dlist_push_head(&opened, &one->place);
  ++open_count;
  return one;
}

static Opened* opened_link(text* link, int moment) {
  const char* bytes = VARDATA_ANY(link);
  const size_t size = VARSIZE_ANY_EXHDR(link);
  dlist_iter at;
  dlist_foreach(at, &opened) {
    Opened* one = dlist_container(Opened, place, at.cur);
    if (one->moment != moment || one->link_size != size || memcmp(one->link, bytes, size) != 0) continue;
    dlist_move_head(&opened, &one->place);
    return one;
  }
  return open_link(link, moment);
}

static uint32 place(const Opened* one, const reshard_key* key) {
  reshard_error error;
  uint32 owner;
  if (reshard_place_keys(one->scenario, key, 1, &owner, &error) != RESHARD_OK) refuse(&error);
  return owner;
}

static int moment_of(text* word) {
  const char* bytes = VARDATA_ANY(word);
  const size_t size = VARSIZE_ANY_EXHDR(word);
  if (size == 5 && memcmp(bytes, "after", 5) == 0) return RESHARD_AFTER;
  if (size == 6 && memcmp(bytes, "before", 6) == 0) return RESHARD_BEFORE;
  ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                  errmsg("moment: \"%s\" is neither \"before\" nor \"after\"", text_to_cstring(word))));
  return RESHARD_AFTER;
}

/* A copy of the name, since the scenario may be closed while the row still needs it; NULL if nobody serves the key. */
static Datum owner_of(PG_FUNCTION_ARGS, const reshard_key* key) {
  Opened* one = opened_link(PG_GETARG_TEXT_PP(0), moment_of(PG_GETARG_TEXT_PP(2)));
  const uint32 owner = place(one, key);
  text **name, *copy;
  if (owner == RESHARD_NOBODY) PG_RETURN_NULL();
  if (one->names == NULL) {
    one->names = MemoryContextAllocExtended(one->room, reshard_node_count(one->scenario) * sizeof(text*),
                                            MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
  }
  name = &one->names[owner];
  if (*name == NULL) {
    const char* utf8 = reshard_node_name(one->scenario, owner);
    const char* written =
        GetDatabaseEncoding() == PG_SQL_ASCII ? utf8 : pg_any_to_server(utf8, (int)strlen(utf8), PG_UTF8);
    const MemoryContext before = MemoryContextSwitchTo(one->room);
    *name = cstring_to_text(written);
    MemoryContextSwitchTo(before);
  }
  copy = palloc(VARSIZE(*name));
  memcpy(copy, *name, VARSIZE(*name));
  PG_RETURN_TEXT_P(copy);
}

static Datum moves(PG_FUNCTION_ARGS, const reshard_key* key) {
  const uint32 after = place(opened_link(PG_GETARG_TEXT_PP(0), RESHARD_AFTER), key);
  PG_RETURN_BOOL(after != place(opened_link(PG_GETARG_TEXT_PP(0), RESHARD_BEFORE), key));
}

static reshard_key bytea_key(PG_FUNCTION_ARGS) {
  bytea* value = PG_GETARG_BYTEA_PP(1);
  const reshard_key key = {VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)};
  return key;
}

/* The C functions that reshard--1.sql names; they are STRICT, so no argument is NULL. */
#define SQL_FUNCTION(name, answer, key_of_call) \
  PG_FUNCTION_INFO_V1(name);                    \
  Datum name(PG_FUNCTION_ARGS) {                \
    const reshard_key key = key_of_call;        \
    return answer(fcinfo, &key);                \
  }                                             \
  extern int no_such_variable

SQL_FUNCTION(pg_reshard_owner_text, owner_of, utf8_of(PG_GETARG_TEXT_PP(1)));
SQL_FUNCTION(pg_reshard_owner_bytea, owner_of, bytea_key(fcinfo));
SQL_FUNCTION(pg_reshard_moved_text, moves, utf8_of(PG_GETARG_TEXT_PP(1)));
SQL_FUNCTION(pg_reshard_moved_bytea, moves, bytea_key(fcinfo));

PG_FUNCTION_INFO_V1(pg_reshard_version);
Datum pg_reshard_version(PG_FUNCTION_ARGS) { PG_RETURN_TEXT_P(cstring_to_text(reshard_version())); }
