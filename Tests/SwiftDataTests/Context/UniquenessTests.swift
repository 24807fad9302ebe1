// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@Model
final class Account {
    #Unique<Account>([\.country, \.number])
    #Index<Account>([\.country])
    @Attribute(.unique) var email: String
    var country: String
    var number: Int
    var nickname: String?

    init(email: String, country: String = "FR", number: Int, nickname: String? = nil) {
        self.email = email
        self.country = country
        self.number = number
        self.nickname = nickname
    }
}

@Suite struct UniquenessTests {
    private func container(
        _ collision: ModelConfiguration.UniqueCollision = .update
    ) throws -> ModelContainer {
        var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        configuration.uniqueCollision = collision
        return try ModelContainer(for: Account.self, configurations: configuration)
    }

    @Test func savingDuplicateUniqueValueUpdatesStoredModel() throws {
        let context = ModelContext(try container())
        context.insert(Account(email: "a@b.c", number: 1, nickname: "first"))
        try context.save()
        let identifier = try #require(
            try context.fetchIdentifiers(FetchDescriptor<Account>()).first
        )
        let second = Account(email: "a@b.c", number: 2, nickname: "second")
        context.insert(second)
        #expect(try context.fetchCount(FetchDescriptor<Account>()) == 2)
        try context.save()
        #expect(second.persistentModelID == identifier)
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<Account>())
        #expect(stored.map(\.nickname) == ["second"])
        #expect(stored.map(\.number) == [2])
    }

    @Test func lastOfSeveralEqualNewModelsWins() throws {
        let context = ModelContext(try container())
        for number in 1...3 {
            context.insert(Account(email: "a@b.c", number: number))
        }
        try context.save()
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<Account>())
        #expect(stored.map(\.number) == [3])
    }

    @Test func compoundConstraintsCompareAllProperties() throws {
        let context = ModelContext(try container())
        context.insert(Account(email: "a", country: "FR", number: 1))
        context.insert(Account(email: "b", country: "DE", number: 1))
        try context.save()
        context.insert(Account(email: "c", country: "DE", number: 1))
        try context.save()
        let emails = try context.fetch(FetchDescriptor<Account>()).map(\.email).sorted()
        #expect(emails == ["a", "c"])
    }

    @Test func containerCanRejectDuplicates() throws {
        let context = ModelContext(try container(.reject))
        context.insert(Account(email: "a", number: 1))
        try context.save()
        let second = Account(email: "a", number: 2)
        context.insert(second)
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .notUnique)
        #expect(context.insertedModelsArray.count == 1)
        second.email = "b"
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Account>()) == 2)
    }

    @Test func modelWithUniqueValuesOfTwoRowsIsNotSaved() throws {
        let context = ModelContext(try container())
        context.insert(Account(email: "a", number: 1))
        context.insert(Account(email: "b", number: 2))
        try context.save()
        func numbers() throws -> [String: Int] {
            let accounts = try ModelContext(context.container).fetch(FetchDescriptor<Account>())
            return Dictionary(uniqueKeysWithValues: accounts.map { ($0.email, $0.number) })
        }
        let both = Account(email: "a", number: 2)
        context.insert(both)
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .notUnique)
        #expect(try numbers() == ["a": 1, "b": 2])
        both.number = 3
        try context.save()
        #expect(try numbers() == ["a": 3, "b": 2])
    }

    @Test func uniqueValueMovesToNewModelWhenOwnerIsDeleted() throws {
        let context = ModelContext(try container(.reject))
        let first = Account(email: "a", number: 1)
        context.insert(first)
        try context.save()
        context.delete(first)
        context.insert(Account(email: "a", number: 1, nickname: "heir"))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Account>()).map(\.nickname) == ["heir"])
    }

    @Model final class Desk {
        @Relationship(.unique) var user: Clerk?
        @Relationship(.unique, inverse: \Folder.desk) var folders: [Folder] = []
        init() {}
    }

    @Model final class Clerk {
        @Relationship(.unique, inverse: \Desk.user) var desk: Desk?
        init() {}
    }

    @Model final class Folder {
        var desk: Desk?
        init() {}
    }

    @Test func relationshipThatIsUniqueByItsKindNeedsNoConstraint() throws {
        let container = try ModelContainer(
            for: Desk.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let (first, second, clerk) = (Desk(), Desk(), Clerk())
        for desk in [first, second] { context.insert(desk) }
        first.folders = [Folder(), Folder()]
        first.user = clerk
        try context.save()
        second.user = clerk
        second.folders = first.folders
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Desk>()) == 2)
        #expect(first.user == nil && first.folders.isEmpty)
        #expect(clerk.desk === second && second.folders.count == 2)
    }
}
