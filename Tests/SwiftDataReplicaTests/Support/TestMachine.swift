// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataHub
import SwiftDataReplica
import SwiftDataSpace
import SwiftDataSync

@testable import SwiftDataSyncEngine

/// The hub and the space of several machines.
struct TestSpace {
    let hub = MemoryHub()
    let record: SpaceRecord
    let sealer: ObjectSealer

    init() throws {
        let (space, key) = (SpaceID.random(), try SpaceKey.random())
        record = try SpaceRecord(space, key: key)
        sealer = ObjectSealer(space: space, keys: KeyRing(current: key))
    }

    func store(
        of container: ModelContainer,
        _ settings: ContainerReplica.Settings
    ) -> ContainerSyncStore {
        ContainerSyncStore(container, record: record, sealer: sealer, settings: settings)
    }

    /// The number of objects of logs on the hub.
    var objectCount: Int {
        hub.list(HubPrefix(space: sealer.space)).names.count { ObjectName($0.path) != nil }
    }

    /// Runs rounds of machines in an order.
    func synchronize(_ machines: TestMachine...) async throws {
        for machine in machines { try await machine.synchronize() }
    }
}

/// A container, its user's context and its store for rounds.
final class TestMachine {
    let container: ModelContainer
    let context: ModelContext
    private(set) var store: ContainerSyncStore
    private let space: TestSpace
    private let settings: ContainerReplica.Settings

    init(
        _ space: TestSpace,
        url: URL? = nil,
        _ change: (inout ContainerReplica.Settings) -> Void = { _ in },
        before write: (ModelContext) throws -> Void = { _ in }
    ) throws {
        self.space = space
        container = try Diary.container(url)
        context = ModelContext(container)
        try write(context)
        try context.save()
        var settings = ContainerReplica.Settings(policy: Diary.policy)
        change(&settings)
        self.settings = settings
        store = space.store(of: container, settings)
    }

    /// Continues as after the end of the process.
    func restart() { store = space.store(of: container, settings) }

    /// Changes models and saves.
    func write<R>(_ body: (ModelContext) throws -> R) throws -> R {
        let result = try body(context)
        try context.save()
        return result
    }

    @discardableResult
    func synchronize() async throws -> RoundReport {
        try await SyncRound(hub: space.hub, store: store).run()
    }

    var content: DiaryContent {
        get throws { try DiaryContent(container) }
    }
}

extension ModelContext {
    /// Inserts a model and returns it.
    func add<Model: PersistentModel>(_ model: Model) -> Model {
        insert(model)
        return model
    }

    /// Returns all models of a type.
    func all<Model: PersistentModel>(_ type: Model.Type = Model.self) throws -> [Model] {
        try fetch(FetchDescriptor<Model>())
    }

    /// Returns the only entry with a text.
    func entry(_ text: String) throws -> Diary.Entry? {
        try all(Diary.Entry.self).first { $0.text == text }
    }
}
