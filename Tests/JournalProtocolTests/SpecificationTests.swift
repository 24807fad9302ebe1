// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

/// Consistency of `Protocol/README.md` with the code.
struct SpecificationTests {
    private let page: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        page = try String(contentsOf: root.appending(path: "Protocol/README.md"), encoding: .utf8)
    }

    @Test(arguments: MethodName.allCases)
    func everyMethodHasASection(method: MethodName) {
        #expect(page.contains("\n### \(method.rawValue)\n"))
    }

    @Test(arguments: [
        Changes.method, ListChanges.method, Reset.method, End.method, ProgressReport.method,
        SyncState.method,
    ])
    func everyNotificationHasASection(method: String) {
        #expect(page.contains("\n### \(method)\n"))
    }

    @Test(arguments: ErrorKind.definitions.map(\.kind))
    func everyErrorKindHasATableRow(kind: ErrorKind) throws {
        let definition = try #require(kind.definition)
        let retry = definition.retryable ? " yes " : " "
        #expect(page.contains("\n| `\(kind)` | \(definition.code) |\(retry)|"))
    }

    @Test(arguments: Limits.table.keys.sorted())
    func everyLimitIsDocumented(limit: String) {
        #expect(page.contains(limit))
    }
}
