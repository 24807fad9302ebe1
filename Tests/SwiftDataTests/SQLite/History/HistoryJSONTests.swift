// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The JSON that history records use for names and values.
struct HistoryJSONTests {
    @Test(arguments: [["title"], ["title", "text"], [#"say "hi", you"#, "b"]])
    func namesRoundTrip(names: [String]) {
        #expect(HistoryJSON.names(in: HistoryJSON.names(names)) == names)
    }

    @Test func namesAreEncodedAsJSON() {
        #expect(HistoryJSON.names(["title", "text"]) == #"["title","text"]"#)
    }

    @Test(
        arguments: [
            _ColumnValue.null, .integer(.min), .integer(3), .real(3), .real(-0.1), .real(.infinity),
            .text(""), .text("a \"quoted\" text"), .blob(Data()), .blob(Data([0, 255])),
        ]
    )
    func valuesRoundTrip(value: _ColumnValue) throws {
        let text = try HistoryJSON.values(["name": .plain(value)])
        #expect(try HistoryJSON.values(in: text) == ["name": .plain(value)])
    }

    @Test func encryptedValuesRoundTrip() throws {
        let text = try HistoryJSON.values(["name": .sealed(Data([0, 255]))])
        #expect(try HistoryJSON.values(in: text) == ["name": .sealed(Data([0, 255]))])
    }

    @Test func damagedTextThrows() {
        #expect(throws: StoreError.self) { try HistoryJSON.values(in: "{") }
    }
}
