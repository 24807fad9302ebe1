// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Dispatch
import Foundation
import Testing

@testable import SwiftData

/// The actors on which live results read their store.
@MainActor struct ResultsIsolationTests {
    /// A log of whether the reads of a store ran on the main actor.
    private final class ReadLog: RequestLog {
        private static let mainQueue = DispatchSpecificKey<Void>()
        private static let mark: Void = DispatchQueue.main.setSpecific(key: mainQueue, value: ())

        var areOnMainActor: [Bool] = []

        override func receive(_ request: String) {
            guard ["fetch", "count", "ident"].contains(request.prefix(5)) else { return }
            _ = Self.mark
            areOnMainActor.append(DispatchQueue.getSpecific(key: Self.mainQueue) != nil)
        }
    }

    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let log = ReadLog()
    private let descriptor = FetchDescriptor<Depot.Crate>(sortBy: [SortDescriptor(\.name)])

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Schema(Depot.types),
            configurations: [ForwardingConfiguration(url: folder.store, log: log)]
        )
        try add(["0", "1", "2"])
        log.areOnMainActor = []
    }

    private func add(_ names: [String]) throws {
        let context = ModelContext(container)
        for name in names { context.insert(Depot.Crate(name)) }
        try context.save()
    }

    @Test func observerReadsOnTheActorThatUsesIt() throws {
        let observer = try ResultsObserver<Depot.Crate, Never>(
            fetchDescriptor: descriptor,
            modelContext: container.mainContext
        )
        #expect(observer.results.map(\.name) == ["0", "1", "2"])
        #expect(Set(log.areOnMainActor) == [true])
    }

    @Test func observerOfATaskReadsOffTheMainActor() async throws {
        let (container, descriptor) = (container, descriptor)
        let names = try await Task.detached {
            let observer = try ResultsObserver<Depot.Crate, Never>(
                fetchDescriptor: descriptor,
                modelContainer: container
            )
            return observer.results.map(\.name)
        }.value
        #expect(names == ["0", "1", "2"])
        #expect(Set(log.areOnMainActor) == [false])
    }

    @Test func differencesAreReadOffTheMainActor() async throws {
        var differences = ResultsDifferences(of: descriptor, modelContainer: container)
            .makeAsyncIterator()
        #expect(try await differences.next()?.insertions.count == 3)
        #expect(Set(log.areOnMainActor) == [false])
        try add(["3"])
        log.areOnMainActor = []
        #expect(try await differences.next()?.insertions.count == 1)
        #expect(Set(log.areOnMainActor) == [false])
    }
}
