// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Observation
import Testing

@testable import SwiftData

/// Stores that several processes have open.
@Suite struct SharedStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(waitingAtMost limit: Duration = .seconds(10)) throws -> ModelContext {
        ModelContext(
            try SharedStoreTask.container(
                SharedStoreTask.configuration(folder.store, waitingAtMost: limit)
            )
        )
    }

    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<SharedNote>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    @Test func processesReadWhatTheOthersSave() throws {
        let context = try open()
        context.insert(SharedNote("own 1"))
        try context.save()
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        try other.send("1")
        #expect(other.nextLine()?.hasPrefix("saved 1 ") == true)
        #expect(try names(context) == ["other 1", "own 1"])
        let note = SharedNote("own 2")
        context.insert(note)
        try context.save()
        try other.send("2")
        #expect(other.nextLine()?.hasPrefix("saved 2 ") == true)
        #expect(try names(context) == ["other 1", "other 2", "own 1", "own 2"])
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.map(\.transactionIdentifier) == [1, 2, 3, 4])
        #expect(history.map(\.author) == [nil, "other", nil, "other"])
        #expect(history[1].processIdentifier.hasSuffix(" \(other.number)"))
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
    }

    @Test func keysOfProcessesDiffer() throws {
        let context = try open()
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        var keys: [Int64] = []
        for number in 1...3 {
            let note = SharedNote("own \(number)")
            context.insert(note)
            try context.save()
            keys.append(try #require(note.persistentModelID.integerKey))
            try other.send("\(number)")
            let words = try #require(other.nextLine()).split(separator: " ")
            keys.append(try #require(Int64(words[2])))
        }
        #expect(Set(keys).count == 6)
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
    }

    @Test func modelsFollowTheSavesOfAnotherProcess() throws {
        let context = try open()
        let parent = SharedFolder("box")
        context.insert(parent)
        try context.save()
        #expect(parent.notes.isEmpty)
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        try other.send("box/1")
        #expect(other.nextLine()?.hasPrefix("saved box/1 ") == true)
        context.processPendingChanges()
        #expect(parent.notes.map(\.name) == ["other box/1"])
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
    }

    @Test func observersAreNotifiedOfSavesOfAnotherProcess() async throws {
        let context = try open()
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        let observer = try HistoryObserver(
            authors: ["other"],
            modelContainer: context.container,
            isolation: nil
        )
        await withCheckedContinuation { continuation in
            withObservationTracking {
                #expect(observer.eventCounter == 0)
            } onChange: {
                continuation.resume()
            }
            #expect(throws: Never.self) { try other.send("1") }
        }
        #expect(observer.eventCounter == 1)
        #expect(other.nextLine()?.hasPrefix("saved 1 ") == true)
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
    }

    @Test func containersOfOneProcessShareTheStore() async throws {
        let (first, second) = (try open(), try open())
        let notes = (0..<6).map { SharedNote("\($0)") }
        for (number, note) in notes.enumerated() {
            (number.isMultiple(of: 2) ? first : second).insert(note)
        }
        try second.save()
        try first.save()
        #expect(Set(notes.map(\.persistentModelID)).count == 6)
        notes[0].number = 7
        try first.save()
        let name = "0"
        let found = FetchDescriptor<SharedNote>(predicate: #Predicate { $0.name == name })
        let copy = try #require(try second.fetch(found).first)
        #expect(copy.number == 7)
        notes[0].number = 8
        try first.save()
        second.processPendingChanges()
        #expect(copy.number == 8)
        let history = try first.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.map(\.transactionIdentifier) == [1, 2, 3, 4])
        var exclusive = ModelConfiguration(url: folder.store)
        exclusive.sharing = .exclusive
        let error = #expect(throws: StoreError.self) {
            _ = try SharedStoreTask.container(exclusive)
        }
        #expect(error?.code == .locked)
    }

    @Test func erasureByAnotherContainerReachesModels() throws {
        let (first, second) = (try open(), try open())
        let note = SharedNote("own")
        first.insert(note)
        try first.save()
        let copy = try #require(try second.fetch(FetchDescriptor<SharedNote>()).first)
        try first.container.erase()
        second.processPendingChanges()
        #expect(copy.modelContext == nil)
        #expect(try second.fetchCount(FetchDescriptor<SharedNote>()) == 0)
    }

    @MainActor @Test func resultsFollowTheSavesOfAnotherProcess() async throws {
        let context = try open().container.mainContext
        let observer = try ResultsObserver<SharedNote, Never>(modelContext: context)
        #expect(observer.results.isEmpty)
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        await withCheckedContinuation { continuation in
            withObservationTracking {
                #expect(observer.results.isEmpty)
            } onChange: {
                continuation.resume()
            }
            #expect(throws: Never.self) { try other.send("1") }
        }
        #expect(observer.results.map(\.name) == ["other 1"])
        #expect(other.nextLine()?.hasPrefix("saved 1 ") == true)
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
    }

    @Test func storeIsExaminedBesideOthers() throws {
        let context = try open()
        context.insert(SharedNote("own"))
        try context.save()
        let configuration = ModelConfiguration(url: folder.store)
        var options = StoreVerification.Options()
        options.isShared = true
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        try context.container.close()
        #expect(try configuration.verifyStore([], options: options).problems == [])
        #expect(throws: StoreError.self) { _ = try configuration.verifyStore([]) }
        try other.send("1")
        #expect(other.nextLine()?.hasPrefix("saved 1 ") == true)
        let verification = try configuration.verifyStore([], options: options)
        #expect(verification.rowCounts["SharedNote"] == 2)
        let copy = folder.url.appending(path: "copy.store")
        let sharer = try SharedStoreTask.container(SharedStoreTask.configuration(folder.store))
        try sharer.copyStore(to: copy) {}
        let restored = try SharedStoreTask.container(ModelConfiguration(url: copy))
        #expect(try ModelContext(restored).fetchCount(FetchDescriptor<SharedNote>()) == 2)
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
    }

    @Test func exclusiveStoresAreNotShared() throws {
        let context = try open()
        let other = try SharedStoreProcess(.openExclusively, store: folder.store)
        let process = ProcessName(getpid())
        let refusal = try #require(other.nextLine())
        #expect(refusal.contains("is in use by \(process); only one process"))
        try context.container.close()
        let exclusive = try SharedStoreProcess(.openExclusively, store: folder.store)
        #expect(exclusive.nextLine() == "open")
        let error = #expect(throws: StoreError.self) { _ = try open() }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("in use by process \(exclusive.number) ") == true)
        try exclusive.endInput()
        #expect(exclusive.remainingLines() == ["closed"])
        #expect(try names(open()) == [])
    }

    @Test func processThatDoesNotEndItsTurnIsNamed() throws {
        let context = try open(waitingAtMost: .milliseconds(50))
        let other = try SharedStoreProcess(.hold, store: folder.store)
        #expect(other.nextLine() == "open")
        #expect(other.nextLine() == "holding")
        other.kill(SIGSTOP)
        context.insert(SharedNote("own"))
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("process \(other.number) ") == true)
        #expect(try names(ModelContext(context.container)) == [])
        other.kill(SIGCONT)
        try other.send("")
        #expect(other.nextLine() == "closed")
        try context.save()
        #expect(try names(context) == ["other", "own"])
    }

    @Test func killedProcessLeavesNoLock() throws {
        let context = try open()
        let other = try SharedStoreProcess(.hold, store: folder.store)
        #expect(other.nextLine() == "open")
        #expect(other.nextLine() == "holding")
        other.kill(SIGKILL)
        other.waitUntilExit()
        context.insert(SharedNote("own"))
        try context.save()
        #expect(try names(context) == ["own"])
    }

    @Test func symbolicLinkIsTheSameStore() throws {
        let context = try open()
        let link = folder.url.appending(path: "link.store")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.store)
        let other = try SharedStoreProcess(.save, store: link)
        #expect(other.nextLine() == "open")
        try other.send("1")
        #expect(other.nextLine()?.hasPrefix("saved 1 ") == true)
        #expect(try names(context) == ["other 1"])
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
    }

    @Test(arguments: [true, false])
    func storeIsNotSharedByAnotherLockFile(isLink: Bool) throws {
        let context = try open()
        context.insert(SharedNote("own"))
        try context.save()
        var store = folder.store
        if isLink {
            store = folder.url.appending(path: "link.store")
            try FileManager.default.linkItem(at: folder.store, to: store)
        } else {
            try FileManager.default.removeItem(atPath: folder.path("test.store.lock"))
        }
        let other = try SharedStoreProcess(.save, store: store)
        let refusal = try #require(other.nextLine())
        #expect(refusal.contains("open by another name, or its lock file was removed"))
        #expect(refusal.contains("\(ProcessName(getpid()))"))
        #expect(try names(context) == ["own"])
    }

    @Test func replacedFilesAreKeptUntilTheStoreIsOpenedAlone() throws {
        let context = try open()
        let note = SharedNote("own")
        note.picture = Data(count: 50_000)
        context.insert(note)
        try context.save()
        let files = folder.path(".test.store_external")
        note.picture = Data(count: 60_000)
        try context.save()
        // No other process can need the first one.
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 1)
        let other = try SharedStoreProcess(.open, store: folder.store)
        #expect(other.nextLine() == "open")
        note.picture = Data(count: 70_000)
        try context.save()
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 2)
        try context.container.close()
        #expect(try names(open()) == ["own"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 2)
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
        #expect(try names(open()) == ["own"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 1)
    }
}
