// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A reader of JSON files of the journal, of jrnl and of Day One.
///
/// The members of each object show which program wrote it.
package struct JSONEntryDecoder: EntryDecoder {
    private var scanner = JSONElementScanner()
    private let clock: LocalClock

    /// Creates a reader; the clock is for times without an offset.
    package init(clock: LocalClock) { self.clock = clock }

    package mutating func append(_ bytes: ArraySlice<UInt8>) { scanner.append(bytes) }

    package mutating func finish() { scanner.finish() }

    package mutating func next() throws(RecordProblem) -> DecodedEntry? {
        guard let element = try scanner.next() else { return nil }
        let json: JSON
        do {
            json = try JSON.parse(element.bytes)
        } catch {
            let before = element.bytes.prefix(error.offset).count { $0 == 0x0A }
            throw RecordProblem(line: element.line + before, "invalid JSON: \(error)")
        }
        do {
            var entry = try self.entry(json)
            entry.notebook = entry.notebook ?? element.notebook
            entry.replaceUnknownZone(clock)
            return DecodedEntry(entry, line: element.line)
        } catch {
            throw RecordProblem(line: element.line, error.message(root: "entry"))
        }
    }

    private func entry(_ json: JSON) throws(InvalidParams) -> TransferEntry {
        if json["creationDate"] != nil {
            return try DayOneRecord(json: json, clock: clock).entry
        }
        if json["title"] != nil, json["date"] != nil {
            return try JrnlRecord(json: json, clock: clock).entry
        }
        return try TransferEntry(json: json["entry"] ?? json)
    }
}
