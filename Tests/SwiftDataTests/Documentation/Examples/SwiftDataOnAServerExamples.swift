// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *SwiftData on a server*.
struct SwiftDataOnAServerExamples {
    @Model
    final class Account {
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .cascade, inverse: \Payment.account) var payments: [Payment] = []

        init(name: String) { self.name = name }
    }

    @Model
    final class Payment {
        var cents: Int
        var account: Account?

        init(cents: Int) { self.cents = cents }
    }

    enum Refusal: String, Error {
        case unknownAccount = "no account has this name"
        case notEnough = "the balance is too low"
    }

    static func open(_ url: URL) throws -> ModelContainer {
        var store = ModelConfiguration(url: url)
        store.uniqueCollision = .reject
        return try ModelContainer(for: Account.self, Payment.self, configurations: store)
    }

    struct AccountValue: Codable, Equatable, Sendable {
        let name: String
        let balance: Int
    }

    func accounts(page: Int, in container: ModelContainer) throws -> [AccountValue] {
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Account>(
            sortBy: [SortDescriptor(\.name, comparator: .lexical)]
        )
        (descriptor.fetchOffset, descriptor.fetchLimit) = (page * 20, 20)
        let accounts = try context.fetch(descriptor)
        let ids = accounts.map { Optional($0.persistentModelID) }
        let sums = AggregateDescriptor(
            of: Payment.self,
            .sum(\.cents),
            predicate: #Predicate { ids.contains($0.account?.persistentModelID) }
        )
        let groups = try context.fetchGroups(sums.grouped(by: \.account))
        return accounts.map { account in
            let balance = groups.first { $0.key == account }?.value ?? 0
            return AccountValue(name: account.name, balance: balance)
        }
    }

    @ModelActor
    actor Bank {
        func open(_ name: String) throws {
            try saving { modelContext.insert(Account(name: name)) }
        }

        func pay(_ cents: Int, from name: String) throws {
            try saving {
                let same = FetchDescriptor<Account>(predicate: #Predicate { $0.name == name })
                guard let account = try modelContext.fetch(same).first else {
                    throw Refusal.unknownAccount
                }
                let balance = try modelContext.fetchAggregate(
                    AggregateDescriptor(
                        of: Payment.self,
                        .sum(\.cents),
                        predicate: #Predicate { $0.account?.name == name }
                    )
                )
                guard (balance ?? 0) + cents >= 0 else { throw Refusal.notEnough }
                try modelContext.append(Payment(cents: cents), to: \.payments, of: account)
            }
        }

        private func saving<Result>(_ change: () throws -> Result) throws -> Result {
            do {
                let result = try change()
                try modelContext.save()
                return result
            } catch {
                modelContext.rollback()
                throw error
            }
        }
    }

    func answer(to change: () async throws -> Void) async -> (status: Int, text: String) {
        do {
            try await change()
            return (201, "")
        } catch let refusal as Refusal {
            return (422, refusal.rawValue)
        } catch let error as StoreError where error.code == .notUnique {
            return (409, "the name is taken")
        } catch {
            return (500, "")
        }
    }

    func events(in container: ModelContainer) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                let byName = FetchDescriptor<Account>(sortBy: [SortDescriptor(\.name)])
                do {
                    for try await difference in ResultsDifferences(
                        of: byName,
                        modelContainer: container
                    ) {
                        let count = difference.identifiers.count
                        continuation.yield("event: accounts\ndata: \(count)\n\n")
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let bank: Bank

    init() throws {
        folder = try TemporaryFolder()
        container = try Self.open(folder.url.appending(path: "bank.store"))
        bank = Bank(modelContainer: container)
    }

    @Test func requestsReadInTheirOwnContexts() async throws {
        for name in ["water", "rent"] { try await bank.open(name) }
        for cents in [500, 700, -300] { try await bank.pay(cents, from: "rent") }
        let expected = [("rent", 900), ("water", 0)].map(AccountValue.init)
        #expect(try accounts(page: 0, in: container) == expected)
        #expect(try accounts(page: 1, in: container) == [])
    }

    @Test func backupIsAStore() async throws {
        try await bank.open("rent")
        let backups = folder.url

        try container.backUp(to: backups.appending(path: "bank-2026-11-28.store"))

        let copy = try Self.open(backups.appending(path: "bank-2026-11-28.store"))
        #expect(try accounts(page: 0, in: copy).map(\.name) == ["rent"])
    }

    @Test func errorsAreAnswers() async throws {
        #expect(await answer { try await bank.open("rent") }.status == 201)
        #expect(await answer { try await bank.open("rent") }.status == 409)
        #expect(await answer { try await bank.pay(-1, from: "rent") }.text.contains("too low"))
        #expect(await answer { try await bank.pay(1, from: "tea") }.text.contains("no account"))
        #expect(try accounts(page: 0, in: container).map(\.balance) == [0])
    }

    @Test func eventsFollowTheBank() async throws {
        var events = events(in: container).makeAsyncIterator()
        #expect(try await events.next() == "event: accounts\ndata: 0\n\n")
        try await bank.open("rent")
        #expect(try await events.next() == "event: accounts\ndata: 1\n\n")
    }
}
