// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

#ifndef SWIFTDATA_RUNTIME_H
#define SWIFTDATA_RUNTIME_H

/// Retains an object, unless its deinitialization has begun.
///
/// A function of the Swift runtime, exported by libswiftCore. Returns the object, or null if it was
/// not retained.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// The releases of models in progress on a thread.
typedef struct {
    /// The number of references that are being released, each by the release of the one before.
    long depth;
    /// The object that contains the models to release later; null if there are none.
    void *_Nullable postponed;
} swiftdata_releases;

/// Returns the releases of the current thread.
static inline swiftdata_releases *_Nonnull swiftdata_current_releases(void) {
    static _Thread_local swiftdata_releases releases;
    return &releases;
}

#endif
