#include <stdint.h>
#include <sqlite3.h>

// Swift imports neither functions with variable arguments nor macros with shifts or casts.

static const int csqlite_constraint_notnull = SQLITE_CONSTRAINT_NOTNULL;
static const int csqlite_constraint_primarykey = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int csqlite_constraint_rowid = SQLITE_CONSTRAINT_ROWID;
static const int csqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;

static inline int csqlite_set_option(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}

static inline int csqlite_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline sqlite3_destructor_type csqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

// The memory of an open file of LogFileSystem that is a write-ahead log.
typedef struct csqlite_log_file {
    sqlite3_file file;
    void *log;
} csqlite_log_file;

// The header of the index of a log, as the documentation of SQLite's log format describes it. Each
// commit changes it.
struct csqlite_log_header {
    uint64_t words[6];
};

// Returns the shared memory with the index of the log that a connection has opened; null if it has
// none. It exists until the connection closes.
static inline const void *csqlite_log_index(sqlite3 *connection) {
    enum { region_size = 32768 };
    sqlite3_file *file = 0;
    void volatile *region = 0;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
        || file == 0 || file->pMethods == 0 || file->pMethods->iVersion < 2
        || file->pMethods->xShmMap(file, 0, region_size, 0, &region) != SQLITE_OK) {
        return 0;
    }
    return (const void *)region;
}

static inline struct csqlite_log_header csqlite_read_log_header(const void *index) {
    struct csqlite_log_header header;
    for (int word = 0; word < 6; word++) {
        header.words[word] = ((const volatile uint64_t *)index)[word];
    }
    return header;
}

static inline int csqlite_has_log_header(
    const void *index, const struct csqlite_log_header *header) {
    for (int word = 0; word < 6; word++) {
        if (((const volatile uint64_t *)index)[word] != header->words[word]) return 0;
    }
    return 1;
}
