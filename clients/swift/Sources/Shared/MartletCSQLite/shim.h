// SQLite, and functions for what takes a destructor by a cast or has a variable number of arguments.
#pragma once
#include <sqlite3.h>

// SQLite does not copy the value: the caller's bytes stay until the statement is run anew, or is gone.
static inline int martlet_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text ? text : "", count, SQLITE_STATIC, SQLITE_UTF8);
}

static inline int martlet_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                      : sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

// Without its account of memory SQLite takes no process-wide mutex for each allocation. Only before its first use.
static inline int martlet_sqlite_forget_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
