// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

@Model
private final class PackedParcel {
    var weight: Int
    var isPacked: Bool
    @Relationship(deleteRule: .cascade, inverse: \ParcelPiece.parcel) var pieces: [ParcelPiece] = []

    init(weight: Int, isPacked: Bool) {
        self.weight = weight
        self.isPacked = isPacked
    }
}

@Model
private final class ParcelPiece {
    var content: Data
    var parcel: PackedParcel?

    init(_ content: Data) { self.content = content }
}

/// Checks of the files of stores.
@Suite struct StoreVerificationTests {
    private let folder: TemporaryFolder
    private static let rule = StoreVerification.Rule(
        whole: "PackedParcel",
        size: "weight",
        where: "isPacked",
        part: "ParcelPiece",
        owner: "parcel",
        content: "content"
    )

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: PackedParcel.self,
                ParcelPiece.self,
                configurations: ModelConfiguration(url: folder.store)
            )
        )
    }

    private func verify(
        _ name: String = "test.store",
        interruption: ReadInterruption? = nil
    ) throws -> StoreVerification {
        try ModelConfiguration(url: folder.url.appending(path: name))
            .verifyStore([Self.rule], interruption: interruption)
    }

    @Test(arguments: ["test.store", "test.store-wal", "test.store-shm", "hard", "soft"])
    func filesOfOpenStoresAreRefused(name: String) throws {
        let context = try open()
        context.insert(PackedParcel(weight: 0, isPacked: true))
        try context.save()
        #expect(link(folder.path("test.store"), folder.path("hard")) == 0)
        #expect(symlink(folder.path("test.store"), folder.path("soft")) == 0)
        let error = #expect(throws: StoreError.self) { try verify(name) }
        #expect(error?.code == .locked)
        try context.container.close()
        guard !name.contains("-") else { return }
        #expect(try verify(name).problems == [])
    }

    @Test func pipesAndFoldersAreRefused() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        for name in ["pipe", "."] {
            let error = #expect(throws: StoreError.self) { try verify(name) }
            #expect(error?.code == .notAStore)
        }
    }

    @Test func missingAndEmptyFilesAreNamedAsWhatTheyAre() throws {
        try Data().write(to: folder.url.appending(path: "empty"))
        for (name, text) in [
            ("none", "there is no file \(folder.path("none"))"),
            ("empty", "\(folder.path("empty")) is not a store: it is empty"),
        ] {
            for isShared in [false, true] {
                let error = #expect(throws: StoreError.self) {
                    try ModelConfiguration(url: folder.url.appending(path: name))
                        .verifyStore([], options: StoreVerification.Options(isShared: isShared))
                }
                #expect(error?.code == .notAStore)
                #expect(error?.message == text)
            }
        }
    }

    @Test func missingPartsAreReported() throws {
        let context = try open()
        for number in 1...30 {
            let parcel = PackedParcel(weight: 7, isPacked: true)
            parcel.pieces = [
                ParcelPiece(Data(count: 3)), ParcelPiece(Data(count: number == 1 ? 4 : 3)),
            ]
            context.insert(parcel)
        }
        context.insert(PackedParcel(weight: 7, isPacked: false))
        try context.save()
        try context.container.close()
        let found = try verify()
        #expect(found.problems.count == 20)
        #expect(found.problems.first?.contains("6 bytes of 7") == true)
        #expect(found.rowCounts == ["PackedParcel": 31, "ParcelPiece": 60])
    }

    @Test func danglingReferencesAreReported() throws {
        let context = try open()
        for _ in 1...30 {
            let piece = ParcelPiece(Data())
            piece.parcel = PackedParcel(weight: 0, isPacked: true)
            context.insert(piece)
        }
        try context.save()
        try context.container.close()
        try StoreFile(folder.store).write { db in
            try db.setEnforcesForeignKeys(false)
            try db.execute("DELETE FROM PackedParcel")
        }
        let found = try verify()
        #expect(found.problems.count == 20)
        #expect(
            found.problems.first?.contains("of ParcelPiece refers to a row of PackedParcel") == true
        )
    }

    @Test func sharedChecksDoNotHoldTheLock() throws {
        try open().container.close()
        let file = StoreFile(folder.store)
        let lock = try LockFile(for: folder.store)
        var calls = 0
        let count = try file.readBesideOthers { db in
            calls += 1
            // A process opens the store during the first attempt.
            if calls == 1 { try lock.acquire() }
            return try db.integer("SELECT count(*) FROM PackedParcel")
        }
        #expect(count == 0)
        #expect(calls == 2)
        lock.release()
        calls = 0
        try file.readBesideOthers { _ in calls += 1 }
        #expect(calls == 1)
    }

    @Test func requestedInterruptionEndsTheCheck() throws {
        try open().container.close()
        let interruption = ReadInterruption()
        interruption.request()
        let error = #expect(throws: StoreError.self) { try verify(interruption: interruption) }
        #expect(error?.code == .interrupted)
    }
}
