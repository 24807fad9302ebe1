// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// New models with the unique values of stored models.
@Suite struct UpsertTests {
    @Model final class Account {
        @Attribute(.unique) var email: String
        var nick: String
        var team: Team?
        @Relationship(deleteRule: .cascade, inverse: \Letter.account) var letters: [Letter] = []

        init(_ email: String, _ nick: String = "") {
            self.email = email
            self.nick = nick
        }
    }

    @Model final class Letter {
        var text: String
        var account: Account?
        init(_ text: String) { self.text = text }
    }

    @Model final class Team {
        #Unique<Team>([\.name])
        var name: String
        @Relationship(inverse: \Account.team) var accounts: [Account] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Pin {
        #Unique<Pin>([\.account, \.place])
        var place: Int
        var account: Account
        init(_ place: Int, of account: Account) {
            self.place = place
            self.account = account
        }
    }

    let container: ModelContainer
    let context: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Account.self,
            Pin.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
    }

    private func stored(_ email: String = "a", _ nick: String = "first") throws -> Account {
        let account = Account(email, nick)
        context.insert(account)
        try context.save()
        return account
    }

    /// Returns the rows as read by a new context.
    private func rows() throws -> [String] {
        let sort = [SortDescriptor<Account>(\.email)]
        return try ModelContext(container).fetch(FetchDescriptor(sortBy: sort))
            .map { "\($0.email) \($0.nick)" }
    }

    @Test func registeredModelKeepsTheRow() throws {
        let first = try stored()
        let second = Account("a", "second")
        context.insert(second)
        try context.save()
        #expect(first.nick == "second")
        #expect(second.persistentModelID == first.persistentModelID)
        #expect(second.modelContext == nil)
        #expect(second.nick == "second")
        #expect(try context.fetch(FetchDescriptor<Account>()).map { $0 === first } == [true])
        first.nick = "third"
        try context.save()
        #expect(try rows() == ["a third"])
        context.delete(first)
        try context.save()
        #expect(try rows() == [])
    }

    @Test func newModelTakesRowWithoutRegisteredModel() throws {
        _ = try stored()
        let second = Account("a", "second")
        let other = ModelContext(container)
        other.insert(second)
        try other.save()
        #expect(second.modelContext === other)
        second.nick = "third"
        try other.save()
        #expect(try rows() == ["a third"])
    }

    @Test func oneOfSeveralEqualNewModelsKeepsTheRow() throws {
        let twins = [Account("a", "first"), Account("a", "second")]
        for twin in twins { context.insert(twin) }
        try context.save()
        #expect(twins.filter { $0.modelContext === context }.count == 1)
        let keeper = try #require(try context.fetch(FetchDescriptor<Account>()).first)
        #expect(keeper.nick == "second")
        keeper.nick = "third"
        try context.save()
        #expect(try rows() == ["a third"])
    }

    @Test func modelWithChangedUniqueValueIsNotUpdated() throws {
        let old = try stored("x", "old")
        old.email = "y"
        context.insert(Account("x", "new"))
        try context.save()
        #expect(try rows() == ["x new", "y old"])
        #expect(old.nick == "old")
    }

    @Test func newModelUpdatesModelThatChangedToItsValue() throws {
        let old = try stored("x", "old")
        old.email = "y"
        context.insert(Account("y", "new"))
        try context.save()
        #expect(try rows() == ["y new"])
        #expect(old.nick == "new")
    }

    @Test func uniqueValuesMoveAlongAChainOfModels() throws {
        let (first, second) = (try stored("a", "first"), try stored("b", "second"))
        first.email = "b"
        second.email = "c"
        try context.save()
        #expect(try rows() == ["b first", "c second"])
    }

    /// Each model takes the value of the next one, in several orders of their changes.
    @Test(arguments: [1, 37, 99])
    func uniqueValuesMoveToTheNextModel(stride: Int) throws {
        let count = 100
        let accounts = (0..<count).map { Account("\(1000 + $0)", "\($0)") }
        for account in accounts { context.insert(account) }
        try context.save()
        let order = (0..<count).map { ($0 + 1) * stride % (count + 1) - 1 }
        for position in order { accounts[position].email = "\(1001 + position)" }
        try context.save()
        #expect(try rows() == (0..<count).map { "\(1001 + $0) \($0)" })
    }

    @Test func eachUniqueValueOfAModelCanBlockItsUpdate() throws {
        let first = try stored("a")
        let teams = ["x", "y"].map { Team($0) }
        for team in teams { context.insert(team) }
        let pins = [Pin(1, of: first), Pin(2, of: first)]
        for pin in pins { context.insert(pin) }
        try context.save()
        pins[0].place = 2
        pins[1].place = 3
        teams[0].name = "y"
        teams[1].name = "z"
        try context.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Team>()).map(\.name)
        #expect(stored.sorted() == ["y", "z"])
    }

    @Test func modelsCannotExchangeUniqueValues() throws {
        let (first, second, third) = (try stored("a"), try stored("b"), try stored("c"))
        third.email = "d"
        first.email = "b"
        second.email = "a"
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .notUnique)
        #expect(try rows().map { $0.prefix(1) } == ["a", "b", "c"])
        second.email = "c"
        try context.save()
        #expect(try rows().map { $0.prefix(1) } == ["b", "c", "d"])
    }

    @Test func deletingTheOwnerFreesItsUniqueValue() throws {
        let (first, second) = (try stored("a", "first"), try stored("b", "second"))
        context.delete(first)
        second.email = "a"
        try context.save()
        #expect(try rows() == ["a second"])
    }

    @Test func movedChildSurvivesCascadeFromFormerParent() throws {
        let (first, second) = (try stored("a"), try stored("b"))
        let letter = Letter("kept")
        first.letters = [letter]
        try context.save()
        letter.account = second
        context.delete(first)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Letter>()) == 1)
        #expect(letter.modelContext === context)
    }

    @Test func failedSaveLeavesModelsUnchanged() throws {
        let (account, other) = (try stored("x", "old"), try stored("z"))
        account.nick = "edited"
        let new = Account("x", "new")
        context.insert(new)
        other.email = "x"
        #expect(throws: StoreError.self) { try context.save() }
        #expect(account.nick == "edited")
        #expect(account.hasChanges)
        context.delete(new)
        other.email = "z"
        #expect(Set(try context.fetch(FetchDescriptor<Account>())) == [account, other])
        try context.save()
        #expect(try rows() == ["x edited", "z first"])
    }

    @Test func upsertUpdatesLoadedRelationships() throws {
        let account = try stored()
        account.letters = [Letter("old")]
        account.team = Team("red")
        try context.save()
        let red = try #require(account.team)
        let (new, letter) = (Account("a", "new"), Letter("new"))
        new.letters = [letter]
        new.team = Team("blue")
        context.insert(new)
        try context.save()
        #expect(account.letters.map(\.text) == ["old", "new"])
        #expect(letter.account === account)
        #expect(account.team?.name == "blue")
        #expect(account.team?.accounts.map { $0 === account } == [true])
        #expect(red.accounts.isEmpty)
    }

    @Test func referenceToUpsertedRowCanBePartOfAUniqueValue() throws {
        for place in [1, 1, 2] {
            let account = Account("a")
            context.insert(Pin(place, of: account))
            try context.save()
        }
        #expect(try rows().count == 1)
        let pins = try ModelContext(container).fetch(FetchDescriptor<Pin>())
        #expect(pins.map(\.place).sorted() == [1, 2])
    }

    @Test func upsertedRowIsPostedAsUpdated() throws {
        let account = try stored()
        let notices = Notices(of: context)
        context.insert(Account("a", "second"))
        context.insert(Account("b"))
        try context.save()
        #expect(notices.inserted.count == 1)
        #expect(notices.updated == [account.persistentModelID])
    }
}

/// Collects the identifiers in the save notifications of one context.
private final class Notices: @unchecked Sendable {
    // Unchecked, because the observer runs on the posting thread, which is the test's.
    var inserted: [PersistentIdentifier] = []
    var updated: [PersistentIdentifier] = []
    private var token: (any NSObjectProtocol)?

    init(of context: ModelContext) {
        token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { [unowned self] notice in
            let keys = ModelContext.NotificationKey.self
            inserted += identifiers(notice, keys.insertedIdentifiers)
            updated += identifiers(notice, keys.updatedIdentifiers)
        }
    }

    deinit { token.map { NotificationCenter.default.removeObserver($0) } }

    private func identifiers(
        _ notice: Notification,
        _ key: ModelContext.NotificationKey
    ) -> [PersistentIdentifier] {
        notice.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
    }
}
