// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

@testable import SwiftDataCloud

/// The hub of several devices, with its line in a file.
struct TestHub {
    static let name = "iCloud.org.example.travel"

    let folder: TemporaryFolder
    let hubs: HubDirectory

    /// Makes a hub in a folder.
    init() async throws {
        folder = try TemporaryFolder()
        hubs = HubDirectory(file: folder.url.appending(path: "config/hubs"))
        try await hubs.create(Self.name, at: folder.path("hub"))
    }

    /// Creates a device with a store of its own.
    func device(
        _ name: String,
        database: ModelConfiguration.CloudKitDatabase = .private(Self.name),
        models: [any PersistentModel.Type] = Travel.models
    ) throws -> Device {
        try Device(
            ModelConfiguration(
                url: folder.url.appending(path: "\(name).store"),
                cloudKitDatabase: database
            ),
            hubs: hubs,
            models: models
        )
    }

    /// Synchronizes devices in an order.
    func synchronize(_ devices: Device...) async throws {
        for device in devices { try await device.sync.now() }
    }
}

/// A container with a context of its user.
final class Device {
    let container: ModelContainer
    let context: ModelContext
    private let hubs: HubDirectory

    init(
        _ configuration: ModelConfiguration,
        hubs: HubDirectory,
        models: [any PersistentModel.Type] = Travel.models
    ) throws {
        container = try ModelContainer(for: Schema(models), configurations: configuration)
        context = ModelContext(container)
        self.hubs = hubs
    }

    var sync: ContainerSync { container.sync(using: hubs) }

    var lines: [String] {
        get throws { try Travel.lines(ModelContext(container)) }
    }

    /// Changes models and saves.
    func write(_ body: (ModelContext) throws -> Void) throws {
        try body(context)
        try context.save()
    }

    /// Returns the only trip with a name.
    func trip(_ name: String) throws -> Travel.Trip? {
        try context.fetch(FetchDescriptor<Travel.Trip>()).first { $0.name == name }
    }
}
