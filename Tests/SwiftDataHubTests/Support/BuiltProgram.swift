// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// The program `swiftdata-hub` under test.
enum BuiltProgram {
    /// Returns the path of the program that was built together with the tests, or the one in the
    /// folder `JOURNAL_TEST_PROGRAMS`.
    static func path() throws -> String {
        if let folder = ProcessInfo.processInfo.environment["JOURNAL_TEST_PROGRAMS"] {
            return "\(folder)/swiftdata-hub"
        }
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "swiftdata-hub")
            .path
    }
}
