// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataReplica
import SwiftDataSync
import Testing

@testable import SwiftDataSyncEngine

/// Values that only a later version of a program has.
struct UnknownValueTests {
    enum Old {
        enum Level: String, Codable { case low, high }

        @Model final class Task {
            @Attribute(.unique) var uuid = UUID()
            var title: String
            var level = Level.low
            init(_ title: String) { self.title = title }
        }
    }

    enum New {
        enum Level: String, Codable { case low, high, urgent }

        @Model final class Task {
            @Attribute(.unique) var uuid = UUID()
            var title: String
            var level = Level.low
            init(_ title: String) { self.title = title }
        }
    }

    private let space: TestSpace

    init() throws { space = try TestSpace() }

    private func container(_ model: any PersistentModel.Type) throws -> ModelContainer {
        try ModelContainer(
            for: Schema([model]),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
    }

    @Test func unknownValueIsKeptAndStopsNothing() async throws {
        let containers = [
            try container(New.Task.self), try container(Old.Task.self),
            try container(New.Task.self),
        ]
        let stores = containers.map { space.store(of: $0, .init(policy: SyncPolicy())) }
        func synchronize(_ indexes: Int...) async throws {
            for index in indexes {
                _ = try await SyncRound(hub: space.hub, store: stores[index]).run()
            }
        }
        let new = ModelContext(containers[0])
        let (first, second) = (new.add(New.Task("a")), new.add(New.Task("b")))
        try new.save()
        try await synchronize(0, 1)
        first.level = .urgent
        second.title = "c"
        let third = new.add(New.Task("d"))
        third.level = .urgent
        try new.save()
        try await synchronize(0, 1)
        let old = ModelContext(containers[1])
        let titles = try old.all(Old.Task.self).map(\.title).sorted()
        #expect(titles == ["a", "c"])
        try old.all(Old.Task.self).first { $0.title == "a" }?.title = "e"
        try old.save()
        try await synchronize(1, 0, 2)
        for index in [0, 2] {
            let tasks = try ModelContext(containers[index]).all(New.Task.self)
            #expect(tasks.map(\.title).sorted() == ["c", "d", "e"])
            #expect(tasks.count { $0.level == .urgent } == 2)
        }
    }
}
