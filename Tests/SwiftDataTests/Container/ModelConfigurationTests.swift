// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Configurations that containers accept and reject.
@Suite struct ModelConfigurationTests {
    @Model final class Coin {
        var value: Int
        init(value: Int) { self.value = value }
    }

    @Model final class Purse {
        var owner: String
        init(owner: String) { self.owner = owner }
    }

    @Model final class Stall {
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .deny, inverse: \Till.stall) var tills: [Till] = []
        init(name: String) { self.name = name }
    }

    @Model final class Till {
        var number: Int
        var stall: Stall
        init(number: Int, stall: Stall) {
            self.number = number
            self.stall = stall
        }
    }

    private func expect(
        _ expected: SwiftDataError,
        _ configuration: ModelConfiguration,
        names text: String
    ) {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(for: Schema([Coin.self]), configurations: [configuration])
        }
        #expect(error == expected)
        #expect(error?.explanation.contains(text) == true)
    }

    @Test func fileNameOfMoreThan240BytesIsRejected() {
        let name = String(repeating: "é", count: 121)
        expect(
            .configurationFileNameTooLong,
            ModelConfiguration(url: URL(filePath: "/tmp/\(name)")),
            names: name
        )
    }

    @Test(arguments: ["", "a/b", "a\0b"])
    func nameThatIsNoFileNameIsRejected(name: String) {
        expect(
            .configurationFileNameContainsInvalidCharacters,
            ModelConfiguration(name, isStoredInMemoryOnly: true),
            names: "'\(name)'"
        )
    }

    @Test func schemaOutsideOfTheContainersSchemaIsRejected() {
        expect(
            .configurationSchemaNotFoundInContainerSchema,
            ModelConfiguration("other", schema: Schema([Purse.self]), isStoredInMemoryOnly: true),
            names: "Purse"
        )
    }

    @Test(arguments: [
        ModelConfiguration.CloudKitDatabase.automatic, .none, .private("iCloud.market"),
    ])
    func cloudKitDatabaseLimitsNoDeclarations(
        database: ModelConfiguration.CloudKitDatabase
    ) throws {
        let container = try ModelContainer(
            for: Stall.self,
            configurations: ModelConfiguration(
                isStoredInMemoryOnly: true,
                cloudKitDatabase: database
            )
        )
        for number in 1...2 {
            let writer = ModelContext(container)
            writer.insert(Till(number: number, stall: Stall(name: "fruit")))
            try writer.save()
        }
        let context = ModelContext(container)
        let stalls = try context.fetch(FetchDescriptor<Stall>())
        #expect(stalls.map(\.tills.count) == [2])
        for stall in stalls { context.delete(stall) }
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    }

    @Test func storesAreFoundByTheirConfigurations() throws {
        let folder = try TemporaryFolder()
        let container = try ModelContainer(
            for: Schema([Coin.self]),
            configurations: [ModelConfiguration("coins", url: folder.store)]
        )
        let identifier = try #require(container.storeIdentifier(forConfigurationNamed: "coins"))
        #expect(container.configurationName(forStoreIdentifier: identifier) == "coins")
        #expect(container.storeIdentifier(forConfigurationNamed: "notes") == nil)
        #expect(container.configurationName(forStoreIdentifier: "unknown") == nil)
        let context = ModelContext(container)
        let coin = Coin(value: 1)
        context.insert(coin)
        try context.save()
        #expect(coin.persistentModelID.storeIdentifier == identifier)
    }

    @Test func deletingAllDataEmptiesTheStores() throws {
        let container = try ModelContainer(
            for: Coin.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(Coin(value: 1))
        try context.save()
        container.deleteAllData()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Coin>()) == 0)
    }

    @Test func predicateThatCannotBeEvaluatedForTransactionsIsRejected() throws {
        let container = try ModelContainer(
            for: Coin.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(Coin(value: 1))
        try context.save()
        let texts: [String] = []
        let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
            predicate: #Predicate { texts[0] == ($0.author ?? "") }
        )
        let error = #expect(throws: SwiftDataError.self) { try context.fetchHistory(descriptor) }
        #expect(error == .invalidTransactionFetchRequest)
        #expect(error?.underlyingError is PredicateError)
    }

    @Test func storesAreSharedAmongProcessesByDefault() {
        #expect(ModelConfiguration().sharing == .amongProcesses(waitingAtMost: .seconds(10)))
        #expect(ModelConfiguration(url: URL(filePath: "/a.store")).sharing == .amongProcesses())
    }
}
