// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The version of the command.
enum Version {
    static let text = "0.1.0"
}
