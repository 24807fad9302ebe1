// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The history of models whose class has a superclass or subclasses.
@Suite struct InheritedHistoryTests {
    private typealias Trip = Trips.Trip
    private typealias BusinessTrip = Trips.BusinessTrip
    private typealias Conference = Trips.Conference
    private typealias PersonalTrip = Trips.PersonalTrip

    private let context: ModelContext

    init() throws {
        context = try Trips.context()
        try context.save()
    }

    private func history(
        _ predicate: Predicate<DefaultHistoryTransaction>? = nil
    ) throws -> [DefaultHistoryTransaction] {
        try context.fetchHistory(HistoryDescriptor(predicate: predicate))
    }

    private func lastChange() throws -> HistoryChange {
        try #require(try history().last?.changes.first)
    }

    @Test func insertionsHaveTheTypeOfTheModelsClass() throws {
        let changes = try history().flatMap(\.changes)
        let inserts = changes.compactMap { change in
            if case .insert(let insert) = change { insert } else { nil }
        }
        #expect(inserts.count == 4)
        #expect(inserts.count { $0 is DefaultHistoryInsert<Trip> } == 1)
        #expect(inserts.count { $0 is DefaultHistoryInsert<BusinessTrip> } == 1)
        #expect(inserts.count { $0 is DefaultHistoryInsert<Conference> } == 1)
        #expect(inserts.count { $0 is DefaultHistoryInsert<PersonalTrip> } == 1)
        #expect(changes.allSatisfy { $0.changedPersistentIdentifier.entityName == "Trip" })
    }

    @Test func updateListsDeclaredAndInheritedProperties() throws {
        let trip = try #require(try context.fetch(FetchDescriptor<Conference>()).first)
        trip.badge = 11
        trip.purpose = "talk"
        trip.distance = 5
        try context.save()
        guard case .update(let update) = try lastChange(),
            let typed = update as? DefaultHistoryUpdate<Conference>
        else {
            Issue.record("\(try lastChange()) is no update of a Conference")
            return
        }
        #expect(typed.changedPersistentIdentifier == trip.persistentModelID)
        let attributes = Set(typed.updatedAttributes.map { $0 as PartialKeyPath<Conference> })
        #expect(attributes == [\.badge, \.purpose, \.distance])
    }

    @Test func relationshipsOfSubclassesAreUpdates() throws {
        let trip = try #require(try context.fetch(FetchDescriptor<Conference>()).first)
        trip.company = Trips.Company("Acme")
        trip.talks.append(Trips.Talk("Keynote"))
        try context.save()
        let updates = try #require(try history().last).changes.compactMap { change in
            if case .update(let update) = change {
                (update as? DefaultHistoryUpdate<Conference>)?.updatedAttributes
            } else {
                nil
            }
        }
        let attributes = Set(updates.joined().map { $0 as PartialKeyPath<Conference> })
        #expect(attributes.contains(\.company))
        #expect(attributes.contains(\.talks))
    }

    @Test func tombstoneHasDeclaredAndInheritedValues() throws {
        let context = ModelContext(
            try ModelContainer(
                for: Report.self,
                Draft.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        context.insert(Report("one"))
        context.insert(Draft("two", number: 7))
        try context.save()
        try context.delete(model: Report.self)
        try context.save()
        let deletions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            .flatMap(\.changes)
            .compactMap { if case .delete(let deletion) = $0 { deletion } else { nil } }
        let report = deletions.compactMap { $0 as? DefaultHistoryDelete<Report> }
        let draft = deletions.compactMap { $0 as? DefaultHistoryDelete<Draft> }
        #expect(deletions.count == 2)
        #expect(report.map { $0.tombstone[\.title] as? String } == ["one"])
        #expect(draft.map { $0.tombstone[\.title] as? String } == ["two"])
        #expect(draft.map { $0.tombstone[\.number] as? Int } == [7])
    }

    @Model class Report {
        @Attribute(.preserveValueOnDeletion) var title: String
        init(_ title: String) { self.title = title }
    }

    @Model final class Draft: Report {
        @Attribute(.preserveValueOnDeletion) var number: Int
        init(_ title: String, number: Int) {
            self.number = number
            super.init(title)
        }
    }

    @Test func predicateSelectsTransactionsByTokenAndChangedModel() throws {
        let token = try #require(try history().last?.token)
        let trip = try #require(try context.fetch(FetchDescriptor<PersonalTrip>()).first)
        trip.reason = .leisure
        try context.save()
        let stop = Trips.Stop("Bern")
        context.insert(stop)
        try context.save()
        let identifier = trip.persistentModelID
        let found = try history(
            #Predicate { transaction in
                transaction.token > token
                    && transaction.changes.contains { $0.changedPersistentIdentifier == identifier }
            }
        )
        #expect(found.map(\.transactionIdentifier) == [2])
    }

    @Test func changesOfARemovedSubclassHaveTheTypeOfTheRoot() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.url.appending(path: "test.store"))
        do {
            let context = ModelContext(
                try ModelContainer(
                    for: Schema([Report.self, Draft.self]),
                    configurations: configuration
                )
            )
            context.insert(Draft("two", number: 7))
            try context.save()
        }
        let container = try ModelContainer(for: Report.self, configurations: configuration)
        let changes = try ModelContext(container)
            .fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
        guard case .insert(let insert)? = changes.first else {
            Issue.record("expected an insertion, got \(changes)")
            return
        }
        #expect(insert is DefaultHistoryInsert<Report>)
    }

    @Test func observerOfASubclassCountsItsChangesOnly() throws {
        let observer = try HistoryObserver(
            observedModels: [BusinessTrip.self],
            modelContainer: context.container
        )
        try #require(try context.fetch(FetchDescriptor<PersonalTrip>()).first).reason = .leisure
        try context.save()
        #expect(observer.eventCounter == 0)
        try #require(try context.fetch(FetchDescriptor<Conference>()).first).badge = 8
        try context.save()
        #expect(observer.eventCounter == 1)
        context.insert(Trip(name: "Elba"))
        try context.save()
        #expect(observer.eventCounter == 1)
    }
}
