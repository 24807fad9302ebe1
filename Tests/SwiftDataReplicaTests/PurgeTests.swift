// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataReplica
import SwiftDataSync
import Testing

@testable import SwiftDataHub
@testable import SwiftDataSyncEngine

/// Rows that must not remain anywhere.
struct PurgeTests {
    private let space: TestSpace

    init() throws { space = try TestSpace() }

    /// The texts of entries in all objects on the hub.
    private func publishedTexts() throws -> Set<String> {
        let listing = space.hub.list(HubPrefix(space: space.sealer.space))
        var texts: Set<String> = []
        for name in listing.names.compactMap({ ObjectName($0.path) }) {
            let place = try name.hubName(in: space.sealer.space)
            let sealed = try #require(space.hub.get(place))
            let object = try LogObject(sealed: sealed, named: name, with: space.sealer)
            for change in object.changes {
                switch change {
                case .birth(let birth): texts.formUnion(birth.state.fields["text"].texts)
                case .set(_, field: "text", let field): texts.formUnion(Optional(field).texts)
                default: break
                }
            }
        }
        return texts
    }

    private func delete(_ text: String, in machine: TestMachine, author: String?) throws {
        machine.context.author = author
        try machine.write { $0.delete(try #require(try $0.entry(text))) }
        machine.context.author = nil
    }

    @Test func everyMachineWritesItsObjectsAgain() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { context in
            for text in ["secret", "kept"] { context.insert(Diary.Entry(text)) }
        }
        try await space.synchronize(first, second)
        try second.write { try $0.entry("secret")?.text = "edited secret" }
        try await space.synchronize(second, first)
        try delete("edited secret", in: second, author: "purge")
        try await space.synchronize(second, first, second)
        #expect(try publishedTexts() == ["kept"])
        #expect(try first.content.texts == ["kept"])
        #expect(try second.content == first.content)
    }

    /// A machine that was away has not removed the content yet, and others see that.
    @Test func machinesConfirmAPurge() async throws {
        let machines = try ["one", "two"].map { name in
            try TestMachine(space) { settings in
                settings.machine = .init(name: name, software: "test", schema: "1")
            }
        }
        let (first, second) = (machines[0], machines[1])
        try first.write { $0.insert(Diary.Entry("secret")) }
        try await space.synchronize(first, second)
        try second.write { try $0.entry("secret")?.isStarred = true }
        try await space.synchronize(second, first)
        try delete("secret", in: first, author: "purge")
        let before = try await first.synchronize().machines
        #expect(before.map(\.name).sorted() == ["one", "two"])
        let late = try await first.store.read { $0.machines(withPurgedContent: before) }
        #expect(late.map(\.name) == ["two"])
        try await space.synchronize(second)
        let after = try await first.synchronize().machines
        #expect(try await first.store.read { $0.machines(withPurgedContent: after) } == [])
        let report = try await second.synchronize()
        #expect(report.sent == 0 && Set(report.machines) == Set(after))
    }

    @Test func ordinaryDeletionWritesNothingAgain() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { $0.insert(Diary.Entry("a")) }
        try await space.synchronize(first, second)
        try delete("a", in: second, author: nil)
        try await space.synchronize(second, first)
        #expect(try publishedTexts() == ["a"])
        #expect(try first.content.entries.isEmpty)
    }

    @Test func onlyObjectsWithPurgedContentAreWrittenAgain() async throws {
        let machine = try TestMachine(space)
        for text in ["a", "b", "c"] {
            try machine.write { $0.insert(Diary.Entry(text)) }
            try await machine.synchronize()
        }
        try delete("b", in: machine, author: "purge")
        let report = try await machine.synchronize()
        // The object of the deletion, and the one of the entry.
        #expect(report.sent == 2)
        #expect(try publishedTexts() == ["a", "c"])
    }
}

extension FieldState? {
    /// The text of the field.
    fileprivate var texts: [String] {
        if case .text(let text)? = self?.value { [text] } else { [] }
    }
}
