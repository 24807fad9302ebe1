// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

struct StoreGuardTests {
    /// Breaks the chain of pages of each text that contains some words, in a closed store.
    ///
    /// A page that continues a row begins with the number of the next one.
    private func breakTexts(containing words: String, in store: String) throws {
        var bytes = Array(try Data(contentsOf: URL(filePath: store)))
        let text = Data(words.utf8)
        for start in stride(from: 4096, to: bytes.count, by: 4096) where bytes[start] == 0 {
            let page = start..<min(start + 4096, bytes.count)
            guard bytes[start..<start + 4] != [0, 0, 0, 0],
                Data(bytes[page]).range(of: text) != nil
            else { continue }
            bytes.replaceSubrange(start..<start + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        }
        try Data(bytes).write(to: URL(filePath: store))
    }

    @Test func damagedStoreIsReadAndNotWritten() async throws {
        try await TestDaemon.withoutServing { daemon in
            var ids: [EntryReference] = []
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    for name in ["one", "two", "three"] {
                        let text = String(repeating: "number \(name) ", count: 2_000)
                        let made = try await client.call(EntryCreate(text: text))
                        ids.append(EntryReference(made.id))
                    }
                }
            }
            try breakTexts(containing: "number two number two", in: daemon.store)
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    try await client.call(EntryCreate(text: "before the damage is found"))
                    let damage = try await client.refusal(EntryGet(id: ids[1]))
                    #expect(damage.kind == .storeFailed)
                    for id in [ids[0], ids[2]] {
                        #expect(try await client.call(EntryGet(id: id)).entry.text.count > 20_000)
                    }
                    let error = try await client.refusal(EntryCreate(text: "lost?"))
                    #expect(error.kind == .storeFailed)
                    #expect(error.message.contains("damaged"))
                    #expect(error.message.contains("backup"))
                    let status = try await client.call(Status())
                    #expect(status.damage?.contains("damaged") == true)
                    #expect(!status.isReadOnly)
                }
            }
        }
    }

    /// Removes most entries from the page with an identifier in an index of a closed store.
    ///
    /// A leaf of an index begins with 10, and its fourth and fifth byte are the number of entries.
    private func shortenIndex(of id: String, in store: String) throws {
        var bytes = Array(try Data(contentsOf: URL(filePath: store)))
        for start in stride(from: 4096, to: bytes.count, by: 4096) where bytes[start] == 10 {
            let page = Data(bytes[start..<min(start + 4096, bytes.count)])
            let texts = [id.lowercased(), id.uppercased()]
            guard texts.contains(where: { page.range(of: Data($0.utf8)) != nil }) else { continue }
            (bytes[start + 3], bytes[start + 4]) = (0, 1)
        }
        try Data(bytes).write(to: URL(filePath: store))
    }

    @Test func indexThatLostRowsIsFoundWithoutARequest() async throws {
        try await TestDaemon.withoutServing { daemon in
            var id = ""
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    for number in 0..<20 {
                        id = try await client.call(EntryCreate(text: "entry \(number)")).id.text
                    }
                }
            }
            try shortenIndex(of: id, in: daemon.store)
            try await daemon.serve(indexCheckDelay: .zero) {
                try await TestClient.connect(to: daemon) { client in
                    while try await client.call(Status()).damage == nil { await Task.yield() }
                    let error = try await client.refusal(EntryCreate(text: "lost?"))
                    #expect(error.kind == .storeFailed)
                    #expect(error.message.contains("damaged"))
                }
            }
        }
    }

    @Test func intactWritableStoreHasNoRefusal() {
        let storeGuard = StoreGuard("/store")
        #expect(storeGuard.refusal == nil)
        #expect(storeGuard.damage == nil)
        #expect(!storeGuard.note(ProtocolError(.internal, "other")))
        #expect(storeGuard.refusal == nil)
        let readOnly = StoreGuard("/store", isReadOnly: true)
        #expect(readOnly.refusal?.kind == .storeReadOnly)
        #expect(
            readOnly.refusal?.message.hasPrefix("/store or its folder cannot be written") == true
        )
    }
}
