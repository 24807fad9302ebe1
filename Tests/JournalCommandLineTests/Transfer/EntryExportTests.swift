// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import JournalTransfer
import Testing

@testable import JournalCommandLine

/// Exports into folders, from a server that replies as the test says.
struct EntryExportTests {
    private static let cursor = Cursor(epoch: "e", revision: 8)
    private static let next = PageCursor(epoch: "e", queryHash: 0xAB, position: [7, 9])
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func entry(_ number: UInt64) -> EntryRecord {
        EntryRecord(
            id: EntryID(high: 1, low: number),
            text: "entry \(number)",
            createdAt: .epoch,
            zone: "UTC",
            localDay: Timestamp.epoch.day,
            modifiedAt: .epoch,
            starred: false,
            revision: 7,
            notebook: .init(id: "n", name: "journal")
        )
    }

    /// Exports from a server with two pages, of which the second may be damaged.
    private func export(
        _ format: TransferFormat,
        to path: String,
        isDamaged: Bool
    ) throws(ClientError) -> ExportSummary {
        let server = try? FakeServer { request in
            guard request.method == "entry.list" else {
                return .result(EntryCount.Reply(count: 2, cursor: Self.cursor).json)
            }
            let isFirst = request.params["page"] == nil
            if !isFirst, isDamaged { return .error(ProtocolError(.storeFailed, "it is damaged")) }
            let page = EntryList.Reply(
                entries: [Self.entry(isFirst ? 1 : 2)],
                nextPage: isFirst ? Self.next : nil,
                cursor: Self.cursor
            )
            return .result(page.json)
        }
        let options = CommandContext.Options(socket: server?.path, mayStart: false)
        let export = EntryExport(
            CommandContext(options, environment: Environment([:])),
            format: format,
            target: .folder(path),
            mayReplace: false
        )
        return try export.run(Filter())
    }

    private func files(_ path: String) -> [String] {
        ImportFile.files(in: path).map { String($0.dropFirst(path.count + 1)) }
    }

    @Test func folderOfMarkdownHasAFileForEachEntry() throws {
        let path = "\(directory.path)/notes"
        #expect(try export(.markdown, to: path, isDamaged: false).entries == 2)
        let found = files(path)
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.hasPrefix("1970-01-01/000000-") && $0.hasSuffix(".md") })
        let text = try FileSystem.read("\(path)/\(found[0])")
        #expect(String(decoding: text, as: UTF8.self).hasSuffix("---\n\nentry 1\n"))
    }

    @Test(arguments: [(TransferFormat.markdown, 1), (.json, 0)])
    func folderOfAnExportThatFailsIsCalledIncomplete(format: TransferFormat, count: Int) {
        let path = "\(directory.path)/notes"
        let error = #expect(throws: ClientError.self) {
            try export(format, to: path, isDamaged: true)
        }
        #expect(error?.advice?.contains("\(path) is incomplete") == true)
        #expect(files(path).count == count)
    }
}
