// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient

/// The programs under test: those that were built together with the tests, or those in the
/// directory that `JOURNAL_TEST_PROGRAMS` names, such as the ones of a release build.
enum Built {
    static let journal = path(of: "journal")
    static let daemon = path(of: "journal-daemon")

    /// The root of the project, for what is not built.
    static let project = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func path(of name: String) -> String {
        if let directory = ProcessInfo.processInfo.environment["JOURNAL_TEST_PROGRAMS"] {
            return "\(directory)/\(name)"
        }
        // The test bundle is a program of its own that stands beside those it tests.
        let bundle = ProcessFacts.executable ?? ""
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: name)
            .path(percentEncoded: false)
    }

    /// The path of a tool of the system, nil where it is not installed.
    static func tool(_ name: String) -> String? {
        Program.find(name, path: "/usr/bin:/bin:/usr/sbin:/sbin")
    }
}
