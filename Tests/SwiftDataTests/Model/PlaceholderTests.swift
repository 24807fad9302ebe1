// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Attributes of types without a placeholder value.
@Suite struct PlaceholderTests {
    struct Address: RawRepresentable, Codable {
        let rawValue: String
        init?(rawValue: String) {
            guard rawValue.contains("@") else { return nil }
            self.rawValue = rawValue
        }
    }

    enum Shape: Codable, Equatable {
        case circle(Double)
        case square(Double, Double)
    }

    @Model final class Odd {
        var address: Address?
        var mail: Address
        var shape: Shape
        init(_ mail: Address) {
            self.mail = mail
            shape = .square(1, 2)
        }
    }

    @Test func modelKeepsValuesAfterItsRowIsDeleted() throws {
        let container = try ModelContainer(
            for: Odd.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        let written = Odd(try #require(Address(rawValue: "a@b")))
        writer.insert(written)
        try writer.save()
        let context = ModelContext(container)
        let model = try #require(context.model(for: written.persistentModelID) as? Odd)
        writer.delete(written)
        try writer.save()
        context.processPendingChanges()
        #expect(model.modelContext == nil)
        #expect(model.mail.rawValue == "a@b")
        #expect(model.shape == .square(1, 2))
        #expect(model.address == nil)
    }
}
