// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Relationships, constraints and deletions of rows that are written by name.
struct NamedRowRelationshipTests {
    private typealias Item = Museum.Item
    private typealias Relationship = HistoryRecord.Pair.Relationship

    private static let labels = Relationship(entityName: "Document", propertyName: "labels")

    private let museum: ModelContext
    private let archive: ModelContext
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        museum = ModelContext(try Museum.container(folder.store, key: .random()))
        archive = ModelContext(try Archive.container())
    }

    private func names<M: PersistentModel>(
        _ path: KeyPath<M, String>,
        in context: ModelContext
    ) throws -> [String] {
        try ModelContext(context.container).fetch(FetchDescriptor<M>()).map { $0[keyPath: path] }
    }

    private func insert(
        _ entity: String,
        _ name: String,
        _ values: [String: StoredValue] = [:]
    ) throws -> PersistentIdentifier {
        let own = ["name": StoredValue.columns([.text(name)])]
        return try archive.namedRows.insertRow(into: entity, values: own.merging(values) { $1 })
    }

    // MARK: To-one

    @Test func newModelsReferToEachOther() throws {
        let (folder, documents) = try archive.inGroup {
            let folder = try insert("Folder", "F")
            let documents = try ["A", "B"].map { name in
                try insert("Document", name, ["folder": .reference(folder)])
            }
            return (folder, documents)
        }
        #expect(try archive.storedRow(documents[1])?.values["folder"] == .reference(folder))
        let model = try #require(archive.fetch(FetchDescriptor<Archive.Folder>()).first)
        #expect(model.documents.map(\.name) == ["A", "B"])
        #expect(
            try archive.namedRows.identifiersOfRows(
                of: "Document",
                referringTo: folder,
                by: "folder"
            )
                == documents
        )
    }

    @Test func referenceIsChangedAndRemoved() throws {
        let other = ModelContext(archive.container)
        let (folders, document) = try archive.inGroup {
            let folders = try ["F", "G"].map { try insert("Folder", $0) }
            return (folders, try insert("Document", "A", ["folder": .reference(folders[0])]))
        }
        let known = try other.fetch(FetchDescriptor<Archive.Folder>())
        #expect(known.map(\.documents.count) == [1, 0])
        for (target, counts) in [(folders[1], [0, 1]), (folders[1], [0, 1]), (nil, [0, 0])] {
            try archive.inGroup {
                try archive.namedRows.updateRows([
                    NamedRowUpdate(document, values: ["folder": .reference(target)])
                ])
            }
            other.processPendingChanges()
            #expect(known.map(\.documents.count) == counts)
            #expect(try archive.storedRow(document)?.values["folder"] == .reference(target))
        }
        #expect(
            try archive.namedRows.identifiersOfRows(
                of: "Document",
                referringTo: folders[1],
                by: "folder"
            )
            .isEmpty
        )
    }

    @Test func requiredReferenceIsSetOnInsertion() throws {
        let item = Item("Vase")
        museum.insert(item)
        try museum.save()
        let certificate = try museum.inGroup {
            try museum.namedRows.insertRow(
                into: "Certificate",
                values: [
                    "text": .columns([.text("real")]),
                    "item": .reference(item.persistentModelID),
                ]
            )
        }
        #expect(item.certificate?.text == "real")
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try museum.namedRows.updateRows([
                NamedRowUpdate(certificate, values: ["item": .reference(nil)])
            ])
        }
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try museum.inGroup {
                try museum.namedRows.insertRow(
                    into: "Certificate",
                    values: ["text": .columns([.text("x")])]
                )
            }
        }
        #expect(try museum.fetchCount(FetchDescriptor<Museum.Certificate>()) == 1)
    }

    @Test func referenceToAModelThatDoesNotExistIsRejected() throws {
        let (folder, label) = try archive.inGroup {
            (try insert("Folder", "F"), try insert("Label", "L"))
        }
        try archive.inGroup { try archive.namedRows.deleteRows([folder]) }
        for target in [label, PersistentIdentifier(temporaryFor: "Folder")] {
            #expect(throws: SwiftDataError.modelValidationFailure) {
                try insert("Document", "A", ["folder": .reference(target)])
            }
        }
        #expect(!archive.hasChanges)
        // A row that is not read is found to be missing by the save.
        #expect(throws: (any Error).self) {
            try archive.inGroup { try insert("Document", "A", ["folder": .reference(folder)]) }
        }
        #expect(try archive.fetchCount(FetchDescriptor<Archive.Document>()) == 0)
    }

    // MARK: Pairs

    @Test func pairsAreAddedAndRemoved() throws {
        let (documents, labels) = try archive.inGroup {
            let documents = try ["A", "B"].map { try insert("Document", $0) }
            let labels = try ["L", "M"].map { try insert("Label", $0) }
            for label in labels {
                try archive.namedRows.setPair(documents[0], label, of: Self.labels, isPresent: true)
            }
            return (documents, labels)
        }
        func pairs() throws -> [[PersistentIdentifier]] {
            try archive.namedRows.storedPairs(of: Self.labels, lefts: documents)
        }
        #expect(try pairs() == [labels, []])
        let other = ModelContext(archive.container)
        let known = try other.fetch(FetchDescriptor<Archive.Label>())
        #expect(known.map(\.documents.count) == [1, 1])
        try archive.inGroup {
            try archive.namedRows.setPair(documents[1], labels[0], of: Self.labels, isPresent: true)
            try archive.namedRows.setPair(
                documents[0],
                labels[1],
                of: Self.labels,
                isPresent: false
            )
        }
        #expect(try pairs() == [[labels[0]], [labels[0]]])
        other.processPendingChanges()
        #expect(known.map(\.documents.count) == [2, 0])
        let last = archive.lastTransaction
        try archive.inGroup {
            try archive.namedRows.setPair(documents[1], labels[0], of: Self.labels, isPresent: true)
            try archive.namedRows.setPair(
                documents[0],
                labels[1],
                of: Self.labels,
                isPresent: false
            )
            // Changes that cancel each other out.
            try archive.namedRows.setPair(
                documents[0],
                labels[0],
                of: Self.labels,
                isPresent: false
            )
            try archive.namedRows.setPair(documents[0], labels[0], of: Self.labels, isPresent: true)
            try archive.namedRows.setPair(documents[1], labels[1], of: Self.labels, isPresent: true)
            try archive.namedRows.setPair(
                documents[1],
                labels[1],
                of: Self.labels,
                isPresent: false
            )
        }
        #expect(archive.lastTransaction == last)
        #expect(try pairs() == [[labels[0]], [labels[0]]])
        #expect(throws: SwiftDataError.unknownSchema) {
            let reverse = Relationship(entityName: "Label", propertyName: "documents")
            try archive.namedRows.setPair(labels[0], documents[0], of: reverse, isPresent: true)
        }
    }

    @Test func pairsWithinAnEntityHaveTwoSides() throws {
        let library = try LendingLibrary()
        let context = ModelContext(library.container)
        let borrowers = ["A", "B"].map { LendingLibrary.Borrower($0) }
        for borrower in borrowers { context.insert(borrower) }
        try context.save()
        let relationship = try #require(
            context.container.rowSchema.relationships.map(\.name).first {
                ["friends", "admirers"].contains($0.propertyName)
            }
        )
        let identifiers = borrowers.map(\.persistentModelID)
        try context.inGroup {
            try context.namedRows.setPair(
                identifiers[0],
                identifiers[1],
                of: relationship,
                isPresent: true
            )
        }
        let isFriends = relationship.propertyName == "friends"
        #expect(borrowers[isFriends ? 0 : 1].friends == [borrowers[isFriends ? 1 : 0]])
        #expect(
            try context.namedRows.storedPairs(of: relationship, lefts: identifiers) == [
                [identifiers[1]], [],
            ]
        )
    }

    // MARK: Subclasses

    @Test func modelsOfSubclassesAreWritten() throws {
        let context = try Trips.context()
        try context.save()
        let company = try context.inGroup {
            try context.namedRows.insertRow(
                into: "Company",
                values: ["name": .columns([.text("C")])]
            )
        }
        let conference = try context.inGroup {
            try context.namedRows.insertRow(
                into: "Trip",
                subclass: "Conference",
                values: [
                    "name": .columns([.text("Essen")]),
                    "start": .columns([.real(0)]),
                    "BusinessTrip.purpose": .columns([.text("talk")]),
                    "BusinessTrip.company": .reference(company),
                    "Conference.badge": .columns([.integer(9)]),
                ]
            )
        }
        let model = try #require(
            context.fetch(
                FetchDescriptor<Trips.Conference>(predicate: #Predicate { $0.badge == 9 })
            ).first
        )
        #expect(model.name == "Essen")
        #expect(model.distance == 10)
        #expect(model.purpose == "talk")
        #expect(model.company?.trips == [model])
        let row = try #require(try context.storedRow(conference))
        #expect(row.subclass == "Conference")
        #expect(row.values["BusinessTrip.company"] == .reference(company))
        #expect(row.values["PersonalTrip.reason"] == nil)
        let trips = try context.fetch(FetchDescriptor<Trips.Trip>(sortBy: [SortDescriptor(\.name)]))
        #expect(try context.storedRow(trips[0].persistentModelID)?.subclass == nil)
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.namedRows.updateRows([
                NamedRowUpdate(
                    trips[0].persistentModelID,
                    values: ["Conference.badge": .columns([.integer(1)])]
                )
            ])
        }
        try context.inGroup {
            try context.namedRows.updateRows([
                NamedRowUpdate(
                    conference,
                    values: ["Conference.badge": .columns([.integer(10)])]
                )
            ])
        }
        #expect(model.badge == 10)
    }

    // MARK: Unique values

    @Test func rowsAreFoundByUniqueValues() throws {
        let items = ["Vase", "Bowl"].map { Item($0) }
        for item in items { museum.insert(item) }
        museum.insert(Museum.Room(floor: 1, number: 2))
        let caption = Museum.Caption("de", item: items[0])
        museum.insert(caption)
        try museum.save()
        let uuids = items.map { [StoredValue.columns([.text($0.uuid.uuidString)])] }
        let missing = [StoredValue.columns([.text(UUID().uuidString)])]
        #expect(
            try museum.namedRows.identifiersOfRows(
                of: "Item",
                where: ["uuid"],
                are: [uuids[1], missing, uuids[0]]
            ) == [items[1].persistentModelID, nil, items[0].persistentModelID]
        )
        let room = try museum.namedRows.identifiersOfRows(
            of: "Room",
            where: ["number", "floor"],
            are: [[.columns([.integer(2)]), .columns([.integer(1)])]]
        )
        #expect(room.compactMap(\.self).count == 1)
        #expect(
            try museum.namedRows.identifiersOfRows(
                of: "Caption",
                where: ["item", "language"],
                are: [
                    [.reference(items[0].persistentModelID), .columns([.text("de")])],
                    [.reference(items[1].persistentModelID), .columns([.text("de")])],
                    [.reference(nil), .columns([.text("de")])],
                ]
            ) == [caption.persistentModelID, nil, nil]
        )
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try museum.namedRows.identifiersOfRows(
                of: "Item",
                where: ["name"],
                are: [[.columns([.text("Vase")])]]
            )
        }
    }

    @Test func rowsThatAGroupInsertedAreFound() throws {
        try museum.commitGroup { group in
            let room = try group.run {
                try museum.namedRows.insertRow(
                    into: "Room",
                    values: [
                        "floor": .columns([.integer(1)]), "number": .columns([.integer(2)]),
                    ]
                )
            }
            let found = try museum.namedRows.identifiersOfRows(
                of: "Room",
                where: ["floor", "number"],
                are: [[.columns([.integer(1)]), .columns([.integer(2)])]]
            )
            #expect(found == [room])
            #expect(try museum.storedRow(room) != nil)
        }
    }

    @Test func insertionWithATakenUniqueValueUpdatesItsRow() throws {
        let first = try archive.inGroup { try insert("Document", "A") }
        let second = try archive.inGroup {
            try insert("Document", "A", ["pages": .columns([.integer(9)])])
        }
        #expect(try archive.storedRow(second) == nil)
        #expect(try archive.storedRow(first)?.values["pages"] == .columns([.integer(9)]))
    }

    // MARK: Deletion

    @Test func deletionCascadesAndIgnoresMissingRows() throws {
        let (folder, document) = try archive.inGroup {
            let folder = try insert("Folder", "F")
            return (folder, try insert("Document", "A", ["folder": .reference(folder)]))
        }
        try archive.inGroup { try archive.namedRows.deleteRows([folder, document, folder]) }
        #expect(try archive.namedRows.storedRows([folder, document]).isEmpty)
        #expect(try names(\Archive.Document.name, in: archive).isEmpty)
        try archive.inGroup { try archive.namedRows.deleteRows([folder, document]) }
        #expect(!archive.hasChanges)
    }

    @Test func deniedDeletionFailsAtTheSave() throws {
        let room = Museum.Room(floor: 1, number: 1)
        let item = Item("Vase")
        item.room = room
        museum.insert(item)
        try museum.save()
        let (target, part) = (room.persistentModelID, item.persistentModelID)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) {
            try museum.inGroup { try museum.namedRows.deleteRows([target]) }
        }
        #expect(explanation(of: error).contains("Room"))
        #expect(try museum.storedRow(target) != nil)
        // What refers to the model may be deleted or changed after it.
        try museum.inGroup {
            try museum.namedRows.deleteRows([target])
            try museum.namedRows.deleteRows([part])
        }
        #expect(try museum.namedRows.storedRows([target, part]).isEmpty)
    }

    // MARK: Schema

    @Test func schemaDescribesRows() throws {
        let schema = museum.container.rowSchema
        let item = try #require(schema.entities.first { $0.name == "Item" })
        let attributes = Dictionary(uniqueKeysWithValues: item.attributes.map { ($0.name, $0) })
        #expect(attributes["frame"]?.columns.count == 3)
        #expect(attributes["isSelected"] == nil)
        #expect(attributes["shelf"]?.originalName == "place")
        #expect(attributes["secret"]?.isLocal == true)
        #expect(attributes["letter"]?.isEncrypted == true)
        #expect(attributes["letter"]?.isLocal == false)
        #expect(item.references.map(\.name) == ["room"])
        #expect(item.references.map(\.targetDeleteRule) == [.deny])
        #expect(item.references.map(\.isOneToOne) == [false])
        #expect(item.uniqueConstraints == [["uuid"]])
        let certificate = try #require(schema.entities.first { $0.name == "Certificate" })
        #expect(certificate.references.map(\.isOneToOne) == [true])
        #expect(certificate.references.map(\.isRequired) == [true])
        #expect(certificate.references.map(\.targetDeleteRule) == [.cascade])
        let caption = try #require(schema.entities.first { $0.name == "Caption" })
        #expect(caption.uniqueConstraints == [["item", "language"]])
        let relationships = archive.container.rowSchema.relationships
        #expect(relationships.map(\.name) == [Self.labels])
        #expect(relationships.map(\.inverse) == ["documents"])
        let trip = try #require(
            Trips.container().rowSchema.entities.first { $0.name == "Trip" }
        )
        #expect(trip.subclasses == ["BusinessTrip", "Conference", "PersonalTrip"])
        #expect(trip.attributes.map(\.name).contains("PersonalTrip.purpose"))
        #expect(!trip.attributes.map(\.name).contains(TableLayout.className))
    }
}
