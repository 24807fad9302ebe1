// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataSync
import Testing

@testable import SwiftDataReplica

/// The rules of a merge, from the schema of models and a policy.
struct ReplicaSchemaTests {
    @Model final class Plain {
        var text = ""
        init() {}
    }

    @Model final class Left {
        @Attribute(.unique) var uuid = UUID()
        var oneWay: Target?
        var right: Right?
        init() {}
    }

    @Model final class Right {
        @Attribute(.unique) var uuid = UUID()
        @Relationship(inverse: \Left.right) var left: Left?
        init() {}
    }

    @Model final class Local {
        @Attribute(.unique) var uuid = UUID()
        @Attribute(.local) var required: String
        @Attribute(.local) var optional: String?
        @Attribute(.encrypt) var encrypted = ""
        var shared = ""
        init(_ required: String) { self.required = required }
    }

    @Model final class Target {
        @Attribute(.unique) var uuid = UUID()
        init() {}
    }

    @Model final class Owner {
        var name = ""
        var country: Country?
        @Relationship(deleteRule: .cascade, inverse: \Part.owner) var parts: [Part] = []
        init() {}
    }

    @Model final class Part {
        var name = ""
        var owner: Owner?
        init() {}
    }

    @Model final class Country {
        var name = ""
        @Relationship(deleteRule: .deny, inverse: \Owner.country) var owners: [Owner] = []
        init() {}
    }

    @Model final class Both {
        var name = ""
        @Relationship(deleteRule: .cascade, inverse: \Piece.whole) var pieces: [Piece] = []
        @Relationship(deleteRule: .deny, inverse: \Piece.needed) var needing: [Piece] = []
        init() {}
    }

    @Model final class Piece {
        var name = ""
        var whole: Both?
        var needed: Both?
        init() {}
    }

    /// Has the foreign key of its engine, and not of its badge.
    @Model final class Car {
        var name = ""
        @Relationship(deleteRule: .cascade, inverse: \Engine.car) var engine: Engine?
        @Relationship(deleteRule: .cascade, inverse: \Badge.car) var badge: Badge?
        init() {}
    }

    @Model final class Engine {
        var name = ""
        var car: Car?
        init() {}
    }

    @Model final class Badge {
        var name = ""
        var car: Car?
        init() {}
    }

    @Model final class Wheel {
        var name = ""
        var hub: Hub
        init(_ hub: Hub) { self.hub = hub }
    }

    @Model final class Hub {
        var name = ""
        @Relationship(inverse: \Wheel.hub) var wheel: Wheel?
        init() {}
    }

    @Model class Lorry {
        var name = ""
        init() {}
    }

    @Model final class Van: Lorry {
        override init() { super.init() }
    }

    @Model final class Truck: Lorry {
        var load = 0.0
        override init() { super.init() }
    }

    @Model class Ticket {
        @Attribute(.unique) var number = 0
        init() {}
    }

    @Model final class Season: Ticket {
        var year = 0
        override init() { super.init() }
    }

    private func schema(
        _ models: any PersistentModel.Type...,
        policy: SyncPolicy = SyncPolicy()
    ) throws -> ReplicaSchema {
        let container = try ModelContainer(
            for: Schema(models),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        return try ReplicaSchema(container.rowSchema, policy: policy)
    }

    private func message(of body: () throws -> ReplicaSchema) -> String? {
        (#expect(throws: SyncError.self) { try body() })?.message
    }

    @Test func rulesFollowTheSchemaAndThePolicy() throws {
        let container = try Diary.container()
        let schema = try ReplicaSchema(container.rowSchema, policy: Diary.policy)
        #expect(
            schema.order.firstIndex(of: "Notebook") ?? 9 < schema.order.firstIndex(of: "Entry") ?? 0
        )
        #expect(schema.entities["Draft"] == nil)
        let entry = try #require(schema.sync.entities["Entry"])
        let roles = Dictionary(uniqueKeysWithValues: entry.fields.map { ($0.name, $0.role) })
        #expect(roles["revision"] == nil && roles["uuid"] == nil)
        guard case .guarded(.some)? = roles["text"],
            case .reference("Notebook", .denies)? = roles["notebook"],
            case .reference("Entry", .nullifies)? = roles["related"]
        else {
            Issue.record("\(roles)")
            return
        }
        let part = schema.sync.entities["Attachment"]?.fields.first { $0.name == "entry" }
        guard case .owner("Entry")? = part?.role else {
            Issue.record("\(part as Any)")
            return
        }
        #expect(schema.sync.entities["Tag"]?.uniques.map(\.fields) == [["name"]])
        #expect(schema.sync.relations.count == 1)
    }

    @Test func entityWithoutAnIdentityIsNamed() throws {
        #expect(message { try schema(Plain.self) }?.contains("Plain") == true)
        let local = try schema(Plain.self, policy: SyncPolicy(localEntities: ["Plain"]))
        #expect(local.entities.isEmpty)
        var policy = SyncPolicy()
        policy.givesIdentities = true
        #expect(try schema(Plain.self, policy: policy).entities["Plain"]?.identity == .given)
        #expect(
            try schema(Target.self, policy: policy).entities["Target"]?.identity
                == .attribute("uuid")
        )
    }

    @Test func localAttributeWithoutADefaultIsNamed() throws {
        #expect(message { try schema(Local.self) }?.contains("required") == true)
        var policy = SyncPolicy()
        policy.entities["Local"] = .init(localValues: ["required": .columns([.text("")])])
        let entity = try #require(try schema(Local.self, policy: policy).entities["Local"])
        #expect(entity.attributes.keys.sorted() == ["shared"])
    }

    @Test func attributesAreContentUnlessOthersDenyTheDeletion() throws {
        var policy = SyncPolicy()
        policy.guardsAttributes = true
        policy.givesIdentities = true
        let entities = try schema(Owner.self, policy: policy).sync.entities
        let guarded = entities.mapValues { entity in
            entity.fields.filter { field in
                if case .guarded(nil) = field.role { true } else { false }
            }
            .map(\.name)
        }
        #expect(guarded == ["Owner": ["name"], "Part": ["name"], "Country": []])
        let error = #expect(throws: SyncError.self) {
            try schema(Both.self, policy: policy)
        }
        #expect(error?.message.contains("Both") == true)
    }

    @Test func referencesWhoseChangesAreNotAllRecordedAreNamed() throws {
        let all: [any PersistentModel.Type] = [Left.self, Right.self, Target.self]
        let container = try ModelContainer(
            for: Schema(all),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        var policy = SyncPolicy()
        let read = { try ReplicaSchema(container.rowSchema, policy: policy) }
        #expect(message(of: read)?.contains("oneWay") == true)
        policy.entities["Left"] = .init(local: ["oneWay"])
        #expect(try read().order == ["Right", "Left", "Target"])
    }

    @Test func oneRowAtMostRefersToAnotherOneIfBothEndsAreToOne() throws {
        let policy = SyncPolicy(entities: ["Left": .init(local: ["oneWay"])])
        let left = try schema(Left.self, policy: policy).sync.entities["Left"]
        let right = left?.fields.first { $0.name == "right" }
        guard case .reference("Right", .nullifies)? = right?.role else {
            Issue.record("\(right as Any)")
            return
        }
        #expect(right?.isExclusive == true)
        let owner = try schema(Owner.self, policy: givingIdentities).sync.entities["Part"]
        #expect(owner?.fields.allSatisfy { !$0.isExclusive } == true)
    }

    /// Two models that belong together are independent rows: which of them has the foreign key
    /// depends on names.
    @Test func cascadesOfOneToOneRelationshipsMakeNoParts() throws {
        let entities = try schema(Car.self, policy: givingIdentities).sync.entities
        for name in ["Car", "Engine", "Badge"] {
            let owners = entities[name]?.fields.filter { field in
                if case .owner = field.role { true } else { false }
            }
            #expect(owners?.map(\.name) == [], "\(name)")
        }
    }

    @Test func rowsOfAHierarchyHaveAClass() throws {
        let schema = try self.schema(Car.self, Van.self, Truck.self, policy: givingIdentities)
        let entity = try #require(schema.entities["Lorry"])
        #expect(entity.subclasses == ["Van", "Truck"])
        #expect(entity.properties.sorted() == ["Truck.load", "name"])
        #expect(schema.sync.entities["Lorry"]?.fields.map(\.name).contains("#class") == true)
        #expect(schema.sync.entities["Car"]?.fields.map(\.name).contains("#class") == false)
        let error = message { try self.schema(Ticket.self, Season.self, policy: givingIdentities) }
        #expect(error?.contains("Ticket") == true && error?.contains("number") == true)
    }

    @Test func requiredReferenceThatOneRowAtMostHasIsNamed() throws {
        let error = message { try schema(Wheel.self, policy: givingIdentities) }
        #expect(error?.contains("hub, which is to-one at both ends and required") == true)
    }

    private var givingIdentities: SyncPolicy {
        var policy = SyncPolicy()
        policy.givesIdentities = true
        policy.guardsAttributes = true
        return policy
    }
}
