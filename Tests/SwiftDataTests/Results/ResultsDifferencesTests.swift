// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Differences between results over time.
struct ResultsDifferencesTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try .fleet()
        context = ModelContext(container)
        for (name, kind) in [("Ant", "bark"), ("Bee", "yacht"), ("Cat", "bark")] {
            context.insert(Ship(name, kind: kind))
        }
        try context.save()
    }

    private var byName: FetchDescriptor<Ship> { FetchDescriptor(sortBy: [SortDescriptor(\.name)]) }
    private var ships: [Ship] { get throws { try context.fetch(byName) } }

    @Test func firstDifferenceInsertsAllResults() async throws {
        var iterator = ResultsDifferences(of: byName, modelContainer: container)
            .makeAsyncIterator()
        let difference = try #require(try await iterator.next())
        #expect(difference.insertions.map(\.indexPath) == [[0, 0], [0, 1], [0, 2]])
        #expect(try Array(difference.identifiers) == ships.map(\.persistentModelID))
        #expect(difference.insertions.map(\.identifier) == Array(difference.identifiers))
        #expect(difference.sectionTitles.isEmpty)
        #expect(difference.deletions.isEmpty && difference.moves.isEmpty)
    }

    @Test func laterDifferencesContainWhatASaveChanged() async throws {
        var iterator = ResultsDifferences(of: byName, modelContainer: container)
            .makeAsyncIterator()
        _ = try await iterator.next()
        let former = try ships
        former[0].name = "Zebra"
        former[1].tonnage = 7
        context.delete(former[2])
        context.insert(Ship("Aal"))
        try context.save()
        let difference = try #require(try await iterator.next())
        #expect(difference.deletions.map(\.indexPath) == [[0, 2]])
        #expect(difference.insertions.map(\.indexPath) == [[0, 0]])
        #expect(difference.moves.map(\.to) == [[0, 2]])
        #expect(difference.moves.first?.identifier == former[0].persistentModelID)
        #expect(difference.updates.map(\.from) == [[0, 1]])
        #expect(difference.updates.map(\.to) == [[0, 1]])
        #expect(try Array(difference.identifiers) == ships.map(\.persistentModelID))
    }

    @Test func savesWithoutAnEffectAreSkipped() async throws {
        let differences = ResultsDifferences(of: byName, modelContainer: container)
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let task = Task {
            var counts: [Int] = []
            for try await difference in differences {
                counts.append(difference.insertions.count)
                continuation.yield()
                if counts.count == 2 { break }
            }
            return counts
        }
        for await _ in started { break }
        context.insert(Harbor("North"))
        try context.save()
        context.insert(Ship("Dab"))
        try context.save()
        #expect(try await task.value == [3, 1])
    }

    @Test func slowReaderReceivesOneDifferenceForManySaves() async throws {
        var iterator = ResultsDifferences(of: byName, modelContainer: container)
            .makeAsyncIterator()
        _ = try await iterator.next()
        for number in 0..<50 {
            context.insert(Ship("new \(number)"))
            try context.save()
        }
        for ship in try ships.prefix(20) { context.delete(ship) }
        try context.save()
        let difference = try #require(try await iterator.next())
        #expect(difference.identifiers.count == 33)
        #expect(difference.insertions.count + 3 - difference.deletions.count == 33)
    }

    @Test func readerThatMissedTooManySavesReadsTheResultsAgain() async throws {
        var iterator = ResultsDifferences(of: byName, modelContainer: container)
            .makeAsyncIterator()
        _ = try await iterator.next()
        for number in 0..<2_100 {
            container.coordinator.changes.publish(.init(), from: 9 + UInt64(number))
        }
        context.insert(Ship("Dab"))
        try context.save()
        let difference = try #require(try await iterator.next())
        #expect(difference.insertions.map(\.indexPath) == [[0, 3]])
        // What happened to the others is unknown.
        #expect(difference.updates.count == 3)
    }

    @Test func differencesContainSections() async throws {
        var iterator = ResultsDifferences(
            of: byName,
            sectionBy: \.kind,
            modelContainer: container
        ).makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.sectionTitles == ["bark", "yacht"])
        #expect(first.insertions.map(\.indexPath) == [[0, 0], [0, 1], [1, 0]])
        #expect(first.insertedSections == IndexSet([0, 1]))
        let former = try ships
        former[1].kind = "bark"
        context.insert(Ship("Dab"))
        try context.save()
        let second = try #require(try await iterator.next())
        #expect(second.sectionTitles == ["", "bark"])
        #expect(second.deletedSections == IndexSet(integer: 1))
        #expect(second.insertedSections == IndexSet(integer: 0))
        #expect(second.moves.map(\.from) == [[1, 0]])
        #expect(second.moves.map(\.to) == [[1, 1]])
    }

    @Test func cancellationEndsTheSequence() async throws {
        let differences = ResultsDifferences(of: byName, modelContainer: container)
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let task = Task {
            var count = 0
            for try await _ in differences {
                count += 1
                continuation.yield()
            }
            return count
        }
        for await _ in started { break }
        task.cancel()
        #expect(try await task.value == 1)
    }

    @Test func invalidDescriptorThrows() async throws {
        var iterator = ResultsDifferences(
            of: FetchDescriptor<Ship>(
                predicate: #Predicate { $0.persistentModelID.entityName == "Ship" }
            ),
            modelContainer: container
        ).makeAsyncIterator()
        await #expect(throws: SwiftDataError.unsupportedPredicate) {
            _ = try await iterator.next()
        }
    }

    @Test func iterationContinuesAfterATaskThatWasCancelled() async throws {
        let reader = ResultsReader(byName, sectionBy: nil, modelContainer: container)
        _ = try await reader.next()
        let (waiting, continuation) = AsyncStream<Void>.makeStream()
        let task = Task {
            continuation.yield()
            return try await reader.next()
        }
        for await _ in waiting { break }
        task.cancel()
        #expect(try await task.value == nil)
        let next = Task { try await reader.next() }
        context.insert(Ship("Aal"))
        try context.save()
        #expect(try await next.value?.insertions.count == 1)
    }
}
