// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// Processes that are killed while they replace or remove files of a shared store.
@Suite(.serialized) struct SharedFileKillTests {
    private let folder: TemporaryFolder
    private static let isLong = ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil

    init() throws { folder = try TemporaryFolder() }

    private var configuration: ModelConfiguration { SharedStoreTask.configuration(folder.store) }

    private func addNotes(_ count: Int) throws {
        let container = try SharedStoreTask.container(configuration)
        let context = ModelContext(container)
        for number in 0..<count {
            let note = SharedNote("note \(number)", number)
            if number.isMultiple(of: 10) { note.picture = Data(count: 20_000 + number) }
            context.insert(note)
        }
        try context.save()
        try container.close()
    }

    /// Lets a process run for a while, so that it is killed at another moment each time.
    ///
    /// The time does not depend on other processes, as that of `sched_yield` does.
    private func pause() { for _ in 0..<Int.random(in: 0...100_000) { _ = getppid() } }

    // MARK: Migration

    /// The numbers of notes, and of their pictures, as each version of the models reads them.
    private func counts(_ container: ModelContainer, isLater: Bool) throws -> [Int] {
        let context = ModelContext(container)
        defer { try? container.close() }
        guard isLater else {
            let notes = try context.fetch(FetchDescriptor<SharedNote>())
            return [notes.count, notes.count { $0.picture?.count == 20_000 + $0.number }]
        }
        let notes = try context.fetch(FetchDescriptor<Later.SharedNote>())
        return [notes.count, notes.count { $0.picture?.count == 20_000 + $0.number }]
    }

    /// Kills a process that migrates the store while another one has it open, or opens it.
    ///
    /// - Returns: What the other process has reported since.
    private func killMigration(whileOpen: Bool) throws -> [String] {
        let other = try SharedStoreProcess(whileOpen ? .open : .count, store: folder.store)
        if whileOpen { #expect(other.nextLine() == "open") }
        let migration = try SharedStoreProcess(.migrate, store: folder.store)
        #expect(migration.nextLine() == "opening")
        if whileOpen { try other.endInput() }
        pause()
        migration.kill(SIGKILL)
        migration.waitUntilExit()
        return other.remainingLines()
    }

    @Test func migrationsThatAreKilledLoseNothing() throws {
        try addNotes(100)
        for round in 0..<(Self.isLong ? 100 : 4) {
            let lines = try killMigration(whileOpen: round.isMultiple(of: 2))
            #expect(lines.last == "closed")
            #expect(lines.count == 1 || lines.dropLast().last == "100")
            #expect(try configuration.verifyStore([]).problems == [])
            let isLater = Bool.random()
            let container =
                try isLater
                ? Later.container(configuration) : SharedStoreTask.container(configuration)
            #expect(try counts(container, isLater: isLater) == [100, 10])
        }
        // What is left of killed migrations is removed by the next one.
        #expect(try counts(Later.container(configuration), isLater: true) == [100, 10])
        #expect(try counts(SharedStoreTask.container(configuration), isLater: false) == [100, 10])
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.path(percentEncoded: false)
        )
        #expect(names.filter { $0.contains("migrating") } == [])
    }

    // MARK: External data

    @Test func filesAreRemovedOnlyWithoutUse() throws {
        try addNotes(1)
        /// The last acknowledged size of the picture of each process.
        var sizes: [String: Int] = [:]
        func note(_ line: String, of name: String) {
            let words = line.split(separator: " ")
            if words.first == "saved", let size = words.last.flatMap({ Int($0) }) {
                sizes[name] = size
            } else {
                Issue.record("\(name): \(line)")
            }
        }
        for kill in 0..<(Self.isLong ? 100 : 4) {
            let names = (0...kill % 3).map { "writer\($0)" }
            let writers = try names.map {
                try SharedStoreProcess(.replaceForever, name: $0, store: folder.store)
            }
            for (name, writer) in zip(names, writers) {
                for _ in 0..<Int.random(in: 1...4) {
                    if let line = writer.nextLine() { note(line, of: name) }
                }
            }
            pause()
            for writer in writers { writer.kill(SIGKILL) }
            for (name, writer) in zip(names, writers) {
                for line in writer.remainingLines() { note(line, of: name) }
                writer.waitUntilExit()
            }
            try checkPictures(sizes)
        }
        #expect(try configuration.verifyStore([]).problems == [])
    }

    private func checkPictures(_ sizes: [String: Int]) throws {
        let container = try SharedStoreTask.container(configuration)
        let notes = try ModelContext(container).fetch(FetchDescriptor<SharedNote>())
        for note in notes {
            let picture = try #require(note.picture)
            #expect(picture.allSatisfy { $0 == picture.first })
            guard let size = sizes[note.name] else { continue }
            // The process may have saved the next one without reporting it.
            #expect([size, size + 1].contains(picture.count))
        }
        try container.close()
        // This process has opened the store alone.
        let files = folder.path(".test.store_external")
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == notes.count)
    }
}
