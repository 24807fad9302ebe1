// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Attributes that are tracked and observed, but not stored.
@Suite struct EphemeralAttributeTests {
    @Model final class Player {
        var name: String
        @Attribute(.ephemeral) var isSelected = false
        init(_ name: String) { self.name = name }
    }

    private let context: ModelContext
    private let player = Player("Ann")

    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Player.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        context.insert(player)
        try context.save()
    }

    private func updates() throws -> [[String]] {
        try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
            .compactMap { change in
                guard case .update(let update as DefaultHistoryUpdate<Player>) = change else {
                    return nil
                }
                return update.updatedAttributes.map { $0 == \Player.name ? "name" : "other" }
            }
    }

    @Test func changeOfEphemeralAttributeAloneIsNotRecorded() throws {
        player.isSelected = true
        #expect(context.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
        #expect(player.isSelected)
        #expect(try updates().isEmpty)
    }

    @Test func ephemeralAttributeIsNotPartOfARecordedUpdate() throws {
        player.isSelected = true
        player.name = "Bea"
        try context.save()
        #expect(try updates() == [["name"]])
    }
}
