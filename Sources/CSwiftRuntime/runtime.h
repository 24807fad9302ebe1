// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

#ifndef SWIFTDATA_RUNTIME_H
#define SWIFTDATA_RUNTIME_H

/// Retains an object, unless its deinitialization has begun.
///
/// A function of the Swift runtime, exported by libswiftCore. Returns the object, or null if it was
/// not retained.
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
