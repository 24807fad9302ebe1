// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import Synchronization
import Testing

@testable import SwiftData

/// Observable results of a context.
struct ResultsObserverTests {
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

    private var byName: [SortDescriptor<Ship>] { [SortDescriptor(\.name)] }

    private func ship(_ name: String, in context: ModelContext) throws -> Ship {
        let byName = FetchDescriptor<Ship>(predicate: #Predicate { $0.name == name })
        return try #require(try context.fetch(byName).first)
    }

    // MARK: Results

    @Test func resultsAreTheObjectsOfTheContextInOrder() throws {
        let observer = try ResultsObserver<Ship, Never>(sortBy: byName, modelContext: context)
        #expect(observer.results.map(\.name) == ["Ant", "Bee", "Cat"])
        #expect(try observer.results[1] === ship("Bee", in: context))
        #expect(observer.sections == nil)
        #expect(observer.sectionBy == nil)
        #expect(observer.modelContext === context)
        #expect(observer.fetchDescriptor.sortBy == byName)
    }

    @Test func iterationLoadsModelsInBatches() throws {
        for number in 0..<997 { context.insert(Ship("\(number)", home: Harbor("\(number)"))) }
        try context.save()
        let reader = ModelContext(container)
        var descriptor = FetchDescriptor<Ship>(sortBy: byName)
        descriptor.relationshipKeyPathsForPrefetching = [\.home]
        let live = try LiveResults(descriptor, sectionBy: nil, in: reader, isolation: nil)
        let snapshot = live.current
        var names: Set<String> = []
        for offset in snapshot.keys.indices {
            let ship = snapshot.element(offset)
            names.insert(ship.name)
            #expect(offset < 3 || ship.home?._$model.isFault != true)
        }
        #expect(names.count == 1_000)
        #expect(live.loader.batchCount <= 6)
        _ = snapshot.element(5)
        #expect(live.loader.batchCount <= 7)
    }

    @Test func observerOfAContainerFollowsItsSaves() throws {
        let observer = try ResultsObserver<Ship, Never>(
            fetchDescriptor: FetchDescriptor(sortBy: byName),
            modelContainer: container
        )
        #expect(observer.modelContext !== context)
        try ship("Bee", in: context).name = "Zebra"
        #expect(observer.results.map(\.name) == ["Ant", "Bee", "Cat"])
        try context.save()
        #expect(observer.results.map(\.name) == ["Ant", "Cat", "Zebra"])
    }

    @Test func filterAndOrderCanBeChanged() throws {
        let observer = try ResultsObserver<Ship, Never>(sortBy: byName, modelContext: context)
        observer.filterBy = #Predicate { $0.kind == "bark" }
        #expect(observer.results.map(\.name) == ["Ant", "Cat"])
        observer.sortBy = [SortDescriptor(\.name, order: .reverse)]
        #expect(observer.results.map(\.name) == ["Cat", "Ant"])
        context.insert(Ship("Bat", kind: "bark"))
        #expect(observer.results.map(\.name) == ["Cat", "Bat", "Ant"])
        #expect(observer.fetchError == nil)
    }

    @Test func filterWithoutTranslationIsAnErrorWithoutEffect() throws {
        let observer = try ResultsObserver<Ship, Never>(sortBy: byName, modelContext: context)
        observer.filterBy = #Predicate { $0.persistentModelID.entityName == "Ship" }
        let error = try #require(observer.fetchError)
        #expect(SwiftDataError.unsupportedPredicate ~= error)
        #expect(observer.results.count == 3)
        #expect(observer.filterBy == nil)
        observer.filterBy = nil
        #expect(observer.fetchError == nil)
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            _ = try ResultsObserver<Ship, Never>(
                filterBy: #Predicate { $0.persistentModelID.entityName == "Ship" },
                modelContext: context
            )
        }
    }

    @Test func prefetchingOfAnAttributeIsRejected() throws {
        var descriptor = FetchDescriptor<Ship>()
        descriptor.relationshipKeyPathsForPrefetching = [\.name]
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            _ = try ResultsObserver<Ship, Never>(fetchDescriptor: descriptor, modelContext: context)
        }
    }

    @Test func valueThatCannotBeStoredKeepsTheResults() throws {
        let container = try ModelContainer(
            for: Reading.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let reading = Reading(1)
        context.insert(reading)
        let observer = try ResultsObserver<Reading, Never>(modelContext: context)
        reading.value = .nan
        #expect(observer.results.count == 1)
        #expect(observer.fetchError != nil)
        reading.value = 2
        #expect(observer.fetchError == nil)
    }

    // MARK: Sections

    @Test func resultsAreDividedByTheirTitles() throws {
        let observer = try ResultsObserver<Ship, String>(
            sortBy: byName,
            sectionBy: \.kind,
            modelContext: context
        )
        context.insert(Ship("Dab"))
        let sections = try #require(observer.sections)
        #expect(sections.sectionTitles == ["", "bark", "yacht"])
        #expect(sections.map { $0.map(\.name) } == [["Dab"], ["Ant", "Cat"], ["Bee"]])
        #expect(sections[sectionTitle: "yacht"]?.first?.name == "Bee")
        #expect(sections[1].id == "bark")
        #expect(sections.index(ofSectionTitled: "yacht") == 2)
        #expect(sections.contains(sectionTitle: "bark"))
        #expect(!sections.contains(sectionTitle: "Bark"))
        #expect(sections[sectionTitle: "dinghy"] == nil)
        #expect(observer.results.map(\.name) == ["Dab", "Ant", "Cat", "Bee"])
    }

    @Test func sectionsHaveTheDirectionOfTheFirstSortDescriptor() throws {
        let observer = try ResultsObserver<Ship, String>(
            sortBy: [SortDescriptor(\.kind, order: .reverse), SortDescriptor(\.name)],
            sectionBy: \.kind,
            modelContainer: container
        )
        #expect(observer.sections?.sectionTitles == ["yacht", "bark"])
        #expect(observer.results.map(\.name) == ["Bee", "Ant", "Cat"])
    }

    @Test func sectionsAreEqualIfTheirModelsAre() throws {
        let observer = try ResultsObserver<Ship, String>(
            sortBy: byName,
            sectionBy: \.kind,
            modelContext: context
        )
        let before = try #require(observer.sections)
        #expect(observer.sections == before)
        try ship("Bee", in: context).name = "Zebra"
        #expect(observer.sections == before)
        context.insert(Ship("Bat", kind: "bark"))
        let after = try #require(observer.sections)
        #expect(after != before)
        #expect(after[sectionTitle: "yacht"] == before[sectionTitle: "yacht"])
        #expect(after[sectionTitle: "bark"] != before[sectionTitle: "bark"])
    }

    @Test func indexPathsConsistOfSectionAndItem() throws {
        let observer = try ResultsObserver<Ship, String>(
            sortBy: byName,
            sectionBy: \.kind,
            modelContext: context
        )
        let cat = try ship("Cat", in: context)
        #expect(observer.indexPath(for: cat) == IndexPath(indexes: [0, 1]))
        #expect(observer.element(at: IndexPath(indexes: [0, 1])) === cat)
        #expect(observer.element(at: IndexPath(indexes: [1, 0]))?.name == "Bee")
        for path in [[0, 2], [1, 1], [2, 0], [0, -1], [0]] {
            #expect(observer.element(at: IndexPath(indexes: path)) == nil)
        }
        context.delete(cat)
        #expect(observer.indexPath(for: cat) == nil)
        let other = try ship("Bee", in: ModelContext(container))
        #expect(observer.indexPath(for: other) == nil)
        let plain = try ResultsObserver<Ship, Never>(sortBy: byName, modelContext: context)
        #expect(plain.element(at: IndexPath(indexes: [0, 1]))?.name == "Bee")
        let bee = try ship("Bee", in: context)
        #expect(plain.indexPath(for: bee) == IndexPath(indexes: [0, 1]))
    }

    @Test func sectionsAreRejectedForValuesThatAreNotText() throws {
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
            _ = try ResultsObserver<Ship, String>(sectionBy: \.title, modelContext: context)
        }
    }

    @Test func modelsThatABatchDeletesLeaveTheResultsAndAreInTheHistory() throws {
        let observer = try ResultsObserver<Ship, Never>(sortBy: byName, modelContext: context)
        let writer = ModelContext(container)
        try writer.delete(model: Ship.self, where: #Predicate { $0.kind == "bark" })
        try writer.save()
        #expect(observer.results.map(\.name) == ["Bee"])
        let last = try writer.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
        let deletions = try #require(last).changes.filter {
            if case .delete = $0 { true } else { false }
        }
        #expect(deletions.count == 2)
    }

    @Test func modelsThatLeftTheResultsKeepTheirValues() throws {
        let reader = ModelContext(container)
        let observer = try ResultsObserver<Ship, Never>(sortBy: byName, modelContext: reader)
        let former = Array(observer.results)
        try context.delete(model: Ship.self)
        try context.save()
        #expect(observer.results.isEmpty)
        #expect(former.map(\.name) == ["Ant", "Bee", "Cat"])
        #expect(former.map(\.kind) == ["bark", "yacht", "bark"])
        #expect(former.allSatisfy { $0.modelContext == nil && $0.home == nil })
        #expect(former.allSatisfy { $0.crew.isEmpty })
    }

    // MARK: Observation

    @Test func contextDoesNotRetainObservers() throws {
        var observer: ResultsObserver<Ship, Never>? = try ResultsObserver(modelContext: context)
        weak let released = observer
        #expect(observer?.results.count == 3)
        observer = nil
        #expect(released === nil)
        context.insert(Ship("Dab"))
        try context.save()
    }

    /// Counts the notifications of one observer.
    private final class Notifications: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }

        func track(_ read: () -> Void) {
            withObservationTracking(read) { [self] in count.add(1, ordering: .relaxed) }
        }
    }

    @Test func saveNotifiesObserversOfDifferentResultsOnly() throws {
        let observer = try ResultsObserver<Ship, Never>(
            sortBy: byName,
            modelContext: context,
            isolation: nil
        )
        let notifications = Notifications()
        notifications.track { _ = observer.results.count }
        try ship("Bee", in: context).tonnage = 9
        context.insert(Harbor("North"))
        try context.save()
        #expect(notifications.value == 0)
        context.insert(Ship("Dab"))
        try context.save()
        #expect(notifications.value == 1)
    }

    @MainActor @Test func unsavedChangesNotifyObserversOnTheIsolation() async throws {
        let context = container.mainContext
        let observer = try ResultsObserver<Ship, Never>(sortBy: byName, modelContext: context)
        context.autosaveEnabled = false
        await awaitChange(of: observer.results.count) { context.insert(Ship("Dab")) }
        #expect(observer.results.map(\.name) == ["Ant", "Bee", "Cat", "Dab"])
        #expect(context.hasChanges)
    }

    /// Reads the number of results during changes.
    @MainActor private final class Probe {
        let observer: ResultsObserver<Ship, Never>
        private(set) var counts: [Int] = []

        init(_ context: ModelContext) throws {
            observer = try ResultsObserver(
                filterBy: #Predicate { $0.home == nil },
                sortBy: [SortDescriptor(\.name)],
                modelContext: context
            )
        }

        func readDuringChange(of property: () -> Void) {
            withObservationTracking(property) {
                MainActor.assumeIsolated { self.counts.append(self.observer.results.count) }
            }
        }
    }

    @MainActor @Test func changeDuringWhichResultsAreReadIsNotLost() throws {
        let context = container.mainContext
        context.autosaveEnabled = false
        let (bee, ant) = (try ship("Bee", in: context), try ship("Ant", in: context))
        let north = Harbor("North")
        context.insert(north)
        let probe = try Probe(context)
        probe.readDuringChange { _ = bee.name }
        bee.name = "Zebra"
        #expect(probe.observer.results.map(\.name) == ["Ant", "Cat", "Zebra"])
        probe.readDuringChange { _ = ant.home }
        ant.home = north
        #expect(probe.observer.results.map(\.name) == ["Cat", "Zebra"])
        #expect(probe.counts == [3, 3])
    }

    @MainActor @Test func savesOfOtherContextsNotifyObserversOnTheIsolation() async throws {
        let observer = try ResultsObserver<Ship, String>(
            sortBy: byName,
            sectionBy: \.kind,
            modelContainer: container
        )
        await awaitChange(of: observer.sections) { container.saveShipElsewhere("Dab") }
        #expect(observer.sections?.sectionTitles == ["", "bark", "yacht"])
    }

    private final class Target: ScheduledUpdate {
        func runScheduledUpdate() {}
    }

    private actor Isolation {}

    @Test func schedulerRetainsNeitherItsTargetNorItsIsolation() {
        var target: Target? = Target()
        var isolation: Isolation? = Isolation()
        weak let weakTarget = target
        weak let weakIsolation = isolation
        let scheduler = target.flatMap { target in
            isolation.map { UpdateScheduler(of: target, on: $0) }
        }
        (target, isolation) = (nil, nil)
        scheduler?.schedule()
        #expect(weakTarget === nil)
        #expect(weakIsolation === nil)
    }
}

@Model private final class Reading {
    var value: Double
    init(_ value: Double) { self.value = value }
}

extension Ship {
    fileprivate var title: String { "The \(name)" }
}
