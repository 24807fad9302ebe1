#include <sqlite3.h>

// Swift imports neither functions with variable arguments nor macros with shifts or casts.

static const int csqlite_constraint_notnull = SQLITE_CONSTRAINT_NOTNULL;
static const int csqlite_constraint_primarykey = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int csqlite_constraint_rowid = SQLITE_CONSTRAINT_ROWID;
static const int csqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;

static inline int csqlite_set_option(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}

static inline sqlite3_destructor_type csqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

// The memory of an open file of LogFileSystem that is a write-ahead log.
typedef struct csqlite_log_file {
    sqlite3_file file;
    void *log;
} csqlite_log_file;
