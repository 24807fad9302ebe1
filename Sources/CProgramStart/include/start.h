// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

#ifndef JOURNAL_PROGRAM_START_H
#define JOURNAL_PROGRAM_START_H

/// Sets the arguments that `CommandLine` returns.
///
/// A function of the Swift runtime, exported by libswiftCore.
__attribute__((swiftcall)) void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

#endif
