// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Models with relationships of all kinds, for tests of undo.
enum Workshop {
    struct Address: Codable, Hashable {
        var street: String
        var number: Int
    }

    @Model final class Owner {
        var serial: Int
        var name: String
        var address = Address(street: "Main", number: 1)
        @Relationship(deleteRule: .cascade, inverse: \Tool.owner) var tools: [Tool] = []
        @Relationship(deleteRule: .cascade, inverse: \License.owner) var license: License?
        @Relationship(inverse: \Label.fans) var likes: [Label]?

        init(_ serial: Int) {
            self.serial = serial
            name = "owner \(serial)"
        }
    }

    @Model class Tool {
        var serial: Int
        var name: String
        var weight: Double?
        var keywords: [String] = []
        @Attribute(.externalStorage) var picture: Data?
        var owner: Owner?
        @Relationship(inverse: \Label.tools) var labels: [Label] = []
        @Relationship(deleteRule: .cascade, inverse: \Part.tool) var parts: [Part] = []
        /// Without an inverse.
        var box: Box?

        init(_ serial: Int) {
            self.serial = serial
            name = "tool \(serial)"
        }
    }

    @Model final class PowerTool: Tool {
        var watts: Int = 0

        init(_ serial: Int, watts: Int) {
            self.watts = watts
            super.init(serial)
        }
    }

    @Model final class Part {
        var serial: Int
        var name: String
        var tool: Tool

        init(_ serial: Int, of tool: Tool) {
            self.serial = serial
            name = "part \(serial)"
            self.tool = tool
        }
    }

    @Model final class Label {
        var serial: Int
        @Attribute(.unique) var name: String
        var color: String = "red"
        var tools: [Tool] = []
        var fans: [Owner]?

        init(_ serial: Int) {
            self.serial = serial
            name = "label \(serial)"
        }
    }

    @Model final class License {
        var serial: Int
        var owner: Owner?

        init(_ serial: Int) { self.serial = serial }
    }

    @Model final class Box {
        var serial: Int
        /// Without an inverse.
        var spares: [Spare] = []

        init(_ serial: Int) { self.serial = serial }
    }

    @Model final class Spare {
        var serial: Int
        var name: String

        init(_ serial: Int) {
            self.serial = serial
            name = "spare \(serial)"
        }
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Owner.self,
            Tool.self,
            PowerTool.self,
            Part.self,
            Label.self,
            License.self,
            Box.self,
            Spare.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }
}

/// All values and relationships of the models of a context, as text.
struct WorkshopSnapshot: Equatable, CustomStringConvertible {
    let lines: [String]

    /// Reads all models.
    ///
    /// A relationship without an inverse lists deleted models until the save.
    ///
    /// - Parameter context: The context, whose unsaved changes are included.
    /// - Throws: The errors of fetching.
    init(of context: ModelContext) throws {
        func list(_ serials: [Int]) -> String { "\(serials.sorted())" }
        func one(_ serial: Int?) -> String { serial.map { "\($0)" } ?? "-" }
        var lines: [String] = []
        for owner in try context.fetch(FetchDescriptor<Workshop.Owner>()) {
            lines.append(
                "owner \(owner.serial) \(owner.name) \(owner.address.street) "
                    + "\(owner.address.number) tools \(list(owner.tools.map(\.serial))) "
                    + "license \(one(owner.license?.serial)) "
                    + "likes \(list((owner.likes ?? []).map(\.serial)))"
            )
        }
        for tool in try context.fetch(FetchDescriptor<Workshop.Tool>()) {
            lines.append(
                "tool \(tool.serial) \(tool.name) \(tool.weight ?? -1) \(tool.keywords) "
                    + "\(tool.picture?.count ?? -1) owner \(one(tool.owner?.serial)) "
                    + "labels \(list(tool.labels.map(\.serial))) "
                    + "parts \(list(tool.parts.map(\.serial))) box \(one(tool.box.flatMap { $0.isDeleted ? nil : $0.serial })) "
                    + "watts \(one((tool as? Workshop.PowerTool)?.watts))"
            )
        }
        for part in try context.fetch(FetchDescriptor<Workshop.Part>()) {
            lines.append("part \(part.serial) \(part.name) tool \(part.tool.serial)")
        }
        for label in try context.fetch(FetchDescriptor<Workshop.Label>()) {
            lines.append(
                "label \(label.serial) \(label.name) \(label.color) "
                    + "tools \(list(label.tools.map(\.serial))) "
                    + "fans \(list((label.fans ?? []).map(\.serial)))"
            )
        }
        for license in try context.fetch(FetchDescriptor<Workshop.License>()) {
            lines.append("license \(license.serial) owner \(one(license.owner?.serial))")
        }
        for box in try context.fetch(FetchDescriptor<Workshop.Box>()) {
            lines.append(
                "box \(box.serial) spares \(list(box.spares.filter { !$0.isDeleted }.map(\.serial)))"
            )
        }
        for spare in try context.fetch(FetchDescriptor<Workshop.Spare>()) {
            lines.append("spare \(spare.serial) \(spare.name)")
        }
        self.lines = lines.sorted()
    }

    var description: String { lines.joined(separator: "\n") }

    /// The lines that are in one of two snapshots only.
    func difference(from other: WorkshopSnapshot) -> String {
        let missing = other.lines.filter { !lines.contains($0) }.map { "- \($0)" }
        let additional = lines.filter { !other.lines.contains($0) }.map { "+ \($0)" }
        return (missing + additional).joined(separator: "\n")
    }
}
