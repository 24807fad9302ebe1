// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient

/// The programs under test: those built together with the tests, or those in the directory
/// `JOURNAL_TEST_PROGRAMS`, such as a release build.
enum Built {
    static let journal = path(of: "journal")
    static let daemon = path(of: "journal-daemon")

    /// The root directory of the project.
    static let project = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func path(of name: String) -> String {
        if let directory = ProcessInfo.processInfo.environment["JOURNAL_TEST_PROGRAMS"] {
            return "\(directory)/\(name)"
        }
        // The test bundle is an executable in the same directory as the programs under test.
        let bundle = FileSystem.target(ofLink: "/proc/self/exe") ?? ""
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: name)
            .path(percentEncoded: false)
    }

    /// Returns the path of a system tool, or nil if it is not installed.
    static func tool(_ name: String) -> String? {
        Program.find(name, path: "/usr/bin:/bin:/usr/sbin:/sbin")
    }
}
