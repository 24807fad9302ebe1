// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Adding and removing the option `.encrypt`.
struct EncryptionMigrationTests {
    struct Place: Codable, Equatable {
        var street: String
        var floor: Int?
    }

    enum PlainSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Patient.self]

        @Model final class Patient {
            var serial: Int
            @Attribute(.preserveValueOnDeletion) var name: String
            var home: Place?
            @Attribute(.externalStorage) var scan: Data?
            init(_ serial: Int, _ name: String) {
                self.serial = serial
                self.name = name
            }
        }
    }

    enum SecretSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [Patient.self]

        @Model final class Patient {
            var serial: Int
            @Attribute(.encrypt, .preserveValueOnDeletion) var name: String
            @Attribute(.encrypt) var home: Place?
            @Attribute(.encrypt, .externalStorage) var scan: Data?
            init(_ serial: Int, _ name: String) {
                self.serial = serial
                self.name = name
            }
        }
    }

    enum RenamedSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static let models: [any PersistentModel.Type] = [Patient.self]

        @Model final class Patient {
            var serial: Int
            @Attribute(.encrypt, originalName: "name") var title: String
            @Attribute(.encrypt, .codable, originalName: "home") var place: Place?
            @Attribute(.encrypt, originalName: "scan") var image: Data?
            init(_ serial: Int, _ title: String) {
                self.serial = serial
                self.title = title
            }
        }
    }

    enum OpenSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static let models: [any PersistentModel.Type] = [Patient.self]

        @Model final class Patient {
            var serial: Int
            var title: String
            @Attribute(originalName: "place") var home: Place?
            var image: Data?
            init(_ serial: Int, _ title: String) {
                self.serial = serial
                self.title = title
            }
        }
    }

    private static let secret = "TOPSECRET"

    private let folder: TemporaryFolder
    private let key = ModelConfiguration.EncryptionKey.random()
    private let scan = Data(Array(repeating: Array(secret.utf8), count: 9_000).joined())

    init() throws {
        folder = try TemporaryFolder()
        let context = try open(PlainSchema.self, nil)
        let patient = PlainSchema.Patient(1, Self.secret)
        patient.home = Place(street: Self.secret, floor: 3)
        patient.scan = scan
        context.insert(patient)
        let deleted = PlainSchema.Patient(2, Self.secret)
        context.insert(deleted)
        try context.save()
        context.delete(deleted)
        try context.save()
    }

    private func open(
        _ version: any VersionedSchema.Type,
        _ key: ModelConfiguration.EncryptionKey?
    ) throws -> ModelContext {
        var configuration = ModelConfiguration(url: folder.store)
        configuration.encryptionKey = key
        configuration.deviceKey = DeviceKey(folder.url.appending(path: "device.key"))
        return ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: version),
                configurations: [configuration]
            )
        )
    }

    /// Removes the backup, which contains the old values.
    private func removeBackup() throws {
        for name in try FileManager.default.contentsOfDirectory(
            atPath: folder.url.path(percentEncoded: false)
        ) where name.contains(".backup") {
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
    }

    private func filesWithSecret() throws -> [String] {
        let all = try #require(
            FileManager.default.enumerator(atPath: folder.url.path(percentEncoded: false))
        )
        return all.compactMap { $0 as? String }.filter { name in
            let content = try? Data(contentsOf: URL(filePath: folder.path(name)))
            return content?.firstRange(of: Data(Self.secret.utf8)) != nil
        }
    }

    @Test func addingTheOptionEncryptsEverything() throws {
        do {
            let context = try open(SecretSchema.self, key)
            let patients = try context.fetch(FetchDescriptor<SecretSchema.Patient>())
            #expect(patients.map(\.name) == [Self.secret])
            #expect(patients.first?.home == Place(street: Self.secret, floor: 3))
            #expect(patients.first?.scan == scan)
            let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
                .flatMap(\.changes)
            let deletions = changes.compactMap { change in
                if case .delete(let deletion) = change {
                    return deletion as? DefaultHistoryDelete<SecretSchema.Patient>
                }
                return nil
            }
            #expect(deletions.map { $0.tombstone[\.name] as? String } == [Self.secret])
        }
        try removeBackup()
        #expect(try filesWithSecret() == [])
        let error = #expect(throws: StoreError.self) { try open(SecretSchema.self, .random()) }
        #expect(error?.code == .encryptionKey)
    }

    @Test func addingTheOptionRequiresAKey() throws {
        try Data("no key".utf8).write(to: folder.url.appending(path: "device.key"))
        let error = #expect(throws: StoreError.self) { try open(SecretSchema.self, nil) }
        #expect(error?.code == .encryptionKey)
        let context = try open(PlainSchema.self, nil)
        #expect(try context.fetch(FetchDescriptor<PlainSchema.Patient>()).map(\.serial) == [1])
    }

    @Test(
        arguments: [
            ("UPDATE Patient SET name = CAST(x'C3' || name AS TEXT)", "Patient.name of row 1"),
            (
                """
                UPDATE swiftdata_change SET tombstone = CAST(
                    replace(tombstone, 'TOP', CAST(x'FF4F50' AS TEXT)) AS TEXT)
                WHERE tombstone IS NOT NULL
                """,
                "a value of the deleted row 2 of Patient"
            ),
        ]
    )
    func textsThatAreNotUTF8AreNotEncrypted(change: String, place: String) throws {
        try StoreFile(folder.store).write { try $0.execute(change) }
        let error = #expect(throws: StoreError.self) { try open(SecretSchema.self, key) }
        #expect(error?.message.contains(place) == true, "\(String(describing: error))")
        // The store was not changed.
        let context = try open(PlainSchema.self, nil)
        #expect(try context.fetch(FetchDescriptor<PlainSchema.Patient>()).map(\.serial) == [1])
    }

    @Test func renamedAttributesAreEncryptedForTheirNewPlace() throws {
        #expect(try !open(SecretSchema.self, key).hasChanges)
        do {
            let patient = try #require(
                try open(RenamedSchema.self, key).fetch(FetchDescriptor<RenamedSchema.Patient>())
                    .first
            )
            #expect(patient.title == Self.secret)
            #expect(patient.place == Place(street: Self.secret, floor: 3))
            #expect(patient.image == scan)
        }
        try removeBackup()
        #expect(try filesWithSecret() == [])
    }

    @Test func removingTheOptionDecrypts() throws {
        #expect(try !open(RenamedSchema.self, key).hasChanges)
        for wrong in [nil, ModelConfiguration.EncryptionKey.random()] {
            let error = #expect(throws: StoreError.self) { try open(OpenSchema.self, wrong) }
            #expect(error?.code == .encryptionKey)
        }
        do {
            let context = try open(OpenSchema.self, key)
            let name = Self.secret
            let named = #Predicate<OpenSchema.Patient> {
                $0.title == name && $0.home?.floor == 3
            }
            let found = try context.fetch(FetchDescriptor(predicate: named))
            #expect(found.map(\.image) == [scan])
        }
        let context = try open(OpenSchema.self, nil)
        #expect(try context.fetchCount(FetchDescriptor<OpenSchema.Patient>()) == 1)
    }
}
