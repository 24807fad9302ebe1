// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors
//
// libpq, which is loaded when an address of PostgreSQL is used first: with the libraries that it
// needs, it takes a third of the memory of a process whose hub is a folder.

#include <dlfcn.h>
#include <stddef.h>

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

#define LIBPQ_FUNCTIONS(X)                                                                         \
    X(PQclear)                                                                                     \
    X(PQcmdTuples)                                                                                 \
    X(PQconnectdbParams)                                                                           \
    X(PQconsumeInput)                                                                              \
    X(PQerrorMessage)                                                                              \
    X(PQfinish)                                                                                    \
    X(PQflush)                                                                                     \
    X(PQgetResult)                                                                                 \
    X(PQgetisnull)                                                                                 \
    X(PQgetlength)                                                                                 \
    X(PQgetvalue)                                                                                  \
    X(PQisBusy)                                                                                    \
    X(PQnfields)                                                                                   \
    X(PQntuples)                                                                                   \
    X(PQresultErrorField)                                                                          \
    X(PQresultErrorMessage)                                                                        \
    X(PQresultStatus)                                                                              \
    X(PQsendQueryParams)                                                                           \
    X(PQsetNoticeProcessor)                                                                        \
    X(PQsetnonblocking)                                                                            \
    X(PQsocket)                                                                                    \
    X(PQstatus)

/// The functions of libpq that the program uses, with the types of its header.
struct LibPQ {
#define LIBPQ_MEMBER(name) __typeof__(name) *_Nonnull name;
    LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
#undef LIBPQ_MEMBER
};

/// Returns the functions of libpq, which stays loaded; NULL without the library, and then the reason.
///
/// Call it from one thread at a time.
static inline const struct LibPQ *_Nullable loadLibPQ(const char *_Nullable *_Nonnull reason) {
    static struct LibPQ functions;
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        *reason = dlerror();
        return NULL;
    }
#define LIBPQ_LOAD(name)                                                                           \
    {                                                                                              \
        void *address = dlsym(library, #name);                                                     \
        if (address == NULL) {                                                                     \
            *reason = dlerror();                                                                   \
            return NULL;                                                                           \
        }                                                                                          \
        functions.name = (__typeof__(name) *)address;                                              \
    }
    LIBPQ_FUNCTIONS(LIBPQ_LOAD)
#undef LIBPQ_LOAD
    return &functions;
}
