// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

#ifndef SWIFTDATA_SPAWN_H
#define SWIFTDATA_SPAWN_H

#include <spawn.h>

// Declared here, because <spawn.h> declares it for GNU sources only. With the macro for these, other
// declarations would differ from those of the module that Swift imports for the C library.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// Adds an action that closes all descriptors from a number on, in the new process only.
static inline int cspawn_close_from(posix_spawn_file_actions_t *actions, int from) {
    return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

#endif
