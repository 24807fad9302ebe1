// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser

/// The path of a file or a folder on the command line.
enum PathArgument {
    /// Returns a path that is not empty; an empty one is often that of an unset variable.
    static func path(_ text: String) throws -> String {
        guard !text.isEmpty else {
            throw ValidationError("the path is empty; name a file or a folder")
        }
        return text
    }
}
