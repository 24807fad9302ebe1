// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The statements of fetches and the tables and indexes that they read.
@Suite struct QueryPlanTests {
    private typealias Town = PendingShadowTests.Town
    private typealias Street = PendingShadowTests.Street
    private typealias Sign = PendingShadowTests.Sign

    private let context: ModelContext
    private let street: Street

    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Town.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        street = Street("Main", length: 3)
        let town = Town("Rome")
        context.insert(town)
        street.town = town
        street.signs = [Sign("stop")]
        try context.save()
    }

    private func plan<T: PersistentModel>(
        _ predicate: Predicate<T>?,
        sortBy order: [SortDescriptor<T>] = []
    ) throws -> QueryPlan {
        try context.explain(FetchDescriptor(predicate: predicate, sortBy: order))
    }

    private func access(
        _ table: String,
        _ index: QueryPlan.TableAccess.Index?,
        isFullScan: Bool = false,
        isUnsaved: Bool = false
    ) -> QueryPlan.TableAccess {
        QueryPlan.TableAccess(
            table: table,
            index: index,
            isFullScan: isFullScan,
            isUnsaved: isUnsaved
        )
    }

    @Test func equalityReadsTheUniqueIndex() throws {
        let plan = try plan(#Predicate<Town> { $0.name == "Rome" })
        #expect(plan.accesses == [access("Town", .named("Town_name_unique"))])
        #expect(plan.parameters == ["'Rome'"])
        #expect(plan.sql.hasPrefix("SELECT ") && !plan.includesUnsavedChanges)
    }

    @Test func attributeWithoutIndexIsScanned() throws {
        let plan = try plan(#Predicate<Street> { $0.name == "Main" && $0.length != 4 })
        #expect(plan.accesses == [access("Street", nil, isFullScan: true)])
        #expect(plan.parameters == ["'Main'", "4"])
    }

    @Test func identifierIsThePrimaryKey() throws {
        let id = street.persistentModelID
        let plan = try plan(#Predicate<Street> { $0.persistentModelID == id })
        #expect(plan.accesses == [access("Street", .primaryKey)])
    }

    @Test func orderReadsAllRowsOfTheIndex() throws {
        let plan = try plan(nil, sortBy: [SortDescriptor(\Street.length)])
        #expect(
            plan.accesses == [access("Street", .named("Street_length_index"), isFullScan: true)]
        )
    }

    @Test func relatedTablesAreListed() throws {
        let plan = try plan(
            #Predicate<Town> { town in
                town.name == "Rome"
                    && town.streets.contains { $0.signs.contains { $0.text == "stop" } }
            }
        )
        #expect(plan.accesses.first == access("Town", .named("Town_name_unique")))
        #expect(Set(plan.accesses.map(\.table)) == ["Town", "Street", "Street_signs", "Sign"])
        #expect(plan.accesses.allSatisfy { !$0.isFullScan })
        #expect(plan.steps.map(\.depth).max() ?? 0 > 0)
    }

    @Test func mappedConditionReadsTheIndex() throws {
        let id = try #require(street.town).persistentModelID
        let ids = [id]
        let predicates = [
            #Predicate<Street> { $0.town.flatMap { $0.persistentModelID == id } == true },
            #Predicate<Street> { $0.town.flatMap { ids.contains($0.persistentModelID) } ?? false },
            #Predicate<Street> { true == $0.town.flatMap { $0.persistentModelID == id } },
        ]
        for predicate in predicates {
            let plan = try plan(predicate)
            #expect(plan.accesses.map(\.isFullScan) == [false])
            #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
        }
    }

    @Test func optionalPathIsLookedUp() throws {
        let plan = try plan(nil, sortBy: [SortDescriptor(\Street.town?.name)])
        #expect(plan.accesses.contains(access("Town", .primaryKey)))
        #expect(plan.accesses.contains { $0.table == "Street" && $0.isFullScan })
    }

    // MARK: Unsaved changes

    @Test func unsavedChangesArePartOfTheStatement() throws {
        context.insert(Town("Oslo"))
        var descriptor = FetchDescriptor<Town>(predicate: #Predicate { $0.name == "Rome" })
        let plan = try context.explain(descriptor)
        #expect(plan.includesUnsavedChanges)
        #expect(plan.parameters.first == "unsaved changes")
        #expect(
            Set(plan.accesses) == [
                access("Town", .named("Town_name_unique")), access("Town", nil, isUnsaved: true),
            ]
        )
        descriptor.includePendingChanges = false
        let saved = try context.explain(descriptor)
        #expect(!saved.includesUnsavedChanges)
        #expect(saved.accesses == [access("Town", .named("Town_name_unique"))])
        #expect(context.hasChanges)
    }

    @Test func scanOfUnsavedChangesIsListed() throws {
        context.insert(Street("Side", length: 1))
        let plan = try plan(#Predicate<Street> { $0.name.contains("S") })
        #expect(
            Set(plan.accesses) == [
                access("Street", nil, isFullScan: true),
                access("Street", nil, isFullScan: true, isUnsaved: true),
            ]
        )
    }

    @Test func changesOfOtherTablesDoNotMatter() throws {
        context.insert(Town("Oslo"))
        let plan = try plan(#Predicate<Street> { $0.length == 3 })
        #expect(!plan.includesUnsavedChanges)
    }

    @Test func unsavedRelatedModelsAreListed() throws {
        context.insert(Town("Oslo"))
        let plan = try plan(
            #Predicate<Street> { $0.length == 3 },
            sortBy: [SortDescriptor(\Street.town?.size)]
        )
        #expect(plan.accesses.contains(access("Street", .named("Street_length_index"))))
        #expect(plan.accesses.contains(access("Town", .primaryKey)))
        #expect(plan.accesses.contains(access("Town", nil, isUnsaved: true)))
    }

    // MARK: Aggregates

    @Test func extremeOfAnIndexIsLookedUp() throws {
        let plan = try context.explain(AggregateDescriptor(of: Street.self, .max(\.length)))
        #expect(plan.accesses == [access("Street", .named("Street_length_index"))])
    }

    @Test func groupsOfAnIndexAreReadInItsOrder() throws {
        let plan = try context.explain(
            AggregateDescriptor(of: Street.self, .count).grouped(by: \.length)
        )
        #expect(
            plan.accesses == [access("Street", .named("Street_length_index"), isFullScan: true)]
        )
        #expect(!plan.description.contains("TEMP B-TREE"))
    }

    @Test func filteredAggregateReadsBothPartsByIndex() throws {
        context.insert(Street("Side", length: 1))
        let plan = try context.explain(
            AggregateDescriptor(.sum(\.length), predicate: #Predicate<Street> { $0.length == 3 })
        )
        #expect(plan.includesUnsavedChanges)
        #expect(plan.accesses.count == 2)
        #expect(plan.accesses.allSatisfy { !$0.isFullScan })
    }

    @Test func descriptionIsAnIndentedList() throws {
        let plan = try plan(#Predicate<Town> { $0.name == "Rome" })
        let lines = plan.description.components(separatedBy: "\n")
        #expect(lines.first == plan.sql)
        #expect(lines[1] == "parameters: 'Rome'")
        #expect(lines[2].hasPrefix("  SEARCH t0 USING INDEX Town_name_unique"))
    }

    @Test func untranslatableDescriptorIsRefused() throws {
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try context.explain(AggregateDescriptor(of: Town.self, .count(distinct: \.streets)))
        }
    }
}
