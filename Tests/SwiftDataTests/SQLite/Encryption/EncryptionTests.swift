// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Attributes with the option `.encrypt`.
struct EncryptionTests {
    struct Place: Codable, Equatable {
        var street: String
        var floor: Int?
    }

    @Model final class Patient {
        var serial: Int
        @Attribute(.encrypt) var name: String
        @Attribute(.encrypt, .preserveValueOnDeletion) var note: String?
        @Attribute(.encrypt) var born: Date = Date(timeIntervalSinceReferenceDate: 0)
        @Attribute(.allowsCloudEncryption) var visits: Int = 0
        @Attribute(.encrypt) var isNew: Bool?
        @Attribute(.encrypt) var weight: Double?
        @Attribute(.encrypt) var tags: [String] = []
        @Attribute(.encrypt) var home: Place?
        @Attribute(.encrypt, .codable) var work: Place?
        @Attribute(.encrypt, .externalStorage) var scan: Data?
        @Attribute(.encrypt) var mark: Data?
        init(_ serial: Int, _ name: String) {
            self.serial = serial
            self.name = name
        }
    }

    private static let secret = "TOPSECRET"

    private let folder: TemporaryFolder
    private let key = ModelConfiguration.EncryptionKey.random()

    init() throws { folder = try TemporaryFolder() }

    private func container(
        _ key: ModelConfiguration.EncryptionKey?,
        allowsSave: Bool = true
    ) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: folder.store, allowsSave: allowsSave)
        configuration.encryptionKey = key
        configuration.deviceKey = DeviceKey(folder.url.appending(path: "device.key"))
        return try ModelContainer(for: Patient.self, configurations: configuration)
    }

    private func fill(_ patient: Patient) {
        patient.note = Self.secret + " note"
        patient.born = Date(timeIntervalSinceReferenceDate: 0.1)
        patient.visits = 7
        patient.isNew = true
        patient.weight = 0.1
        patient.tags = [Self.secret, "x\0y"]
        patient.home = Place(street: Self.secret, floor: 3)
        patient.work = Place(street: Self.secret, floor: nil)
        patient.scan = Data(Array(repeating: Array(Self.secret.utf8), count: 9_000).joined())
        patient.mark = Data(Self.secret.utf8)
    }

    private func expectFilled(_ patient: Patient?) {
        #expect(patient?.name == Self.secret)
        #expect(patient?.note == Self.secret + " note")
        #expect(patient?.born == Date(timeIntervalSinceReferenceDate: 0.1))
        #expect(patient?.visits == 7)
        #expect(patient?.isNew == true)
        #expect(patient?.weight == 0.1)
        #expect(patient?.tags == [Self.secret, "x\0y"])
        #expect(patient?.home == Place(street: Self.secret, floor: 3))
        #expect(patient?.work == Place(street: Self.secret, floor: nil))
        #expect(patient?.scan?.count == 9 * 9_000)
        #expect(patient?.mark == Data(Self.secret.utf8))
    }

    /// Returns the names of the files that contain a text.
    private func files(containing text: String) throws -> [String] {
        let names = try #require(
            FileManager.default.enumerator(atPath: folder.url.path(percentEncoded: false))
        )
        .compactMap { $0 as? String }
        #expect(names.contains("test.store"))
        return try names.filter { name in
            var isFolder: ObjCBool = false
            let path = folder.path(name)
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { return false }
            let content = try Data(contentsOf: URL(filePath: path))
            return content.firstRange(of: Data(text.utf8)) != nil
                || content.firstRange(of: Data(Data(text.utf8).base64EncodedString().utf8)) != nil
        }
    }

    @Test func valuesRoundTripAndFilesContainNoPlainText() throws {
        do {
            let context = ModelContext(try container(key))
            let patient = Patient(1, Self.secret)
            fill(patient)
            context.insert(patient)
            try context.save()
            #expect(folder.contains(".test.store_external"))
            expectFilled(
                try ModelContext(context.container).fetch(FetchDescriptor<Patient>()).first
            )
            #expect(try files(containing: Self.secret) == [])
            #expect(try files(containing: "swiftdata_change").contains("test.store-wal"))
        }
        do {
            let context = ModelContext(try container(key))
            let patient = try #require(context.fetch(FetchDescriptor<Patient>()).first)
            expectFilled(patient)
            patient.note = Self.secret + " again"
            try context.save()
            #expect(try files(containing: Self.secret) == [])
            context.delete(patient)
            try context.save()
            #expect(try files(containing: Self.secret) == [])
            let last = try #require(
                context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
            )
            guard case .delete(let change) = try #require(last.changes.first),
                let deletion = change as? DefaultHistoryDelete<Patient>
            else {
                Issue.record("no deletion")
                return
            }
            #expect(deletion.tombstone[\.note] as? String == Self.secret + " again")
        }
        #expect(try files(containing: Self.secret) == [])
    }

    @Test func nilStaysNil() throws {
        let context = ModelContext(try container(key))
        let patient = Patient(1, "a")
        context.insert(patient)
        try context.save()
        func countWithoutValues() throws -> Int {
            let missing = #Predicate<Patient> { $0.note == nil && $0.home == nil }
            let others = #Predicate<Patient> { $0.scan == nil && $0.work == nil }
            let count = try context.fetchCount(FetchDescriptor(predicate: missing))
            return try count + context.fetchCount(FetchDescriptor(predicate: others))
        }
        #expect(try countWithoutValues() == 2)
        fill(patient)
        #expect(try countWithoutValues() == 0)
        try context.save()
        #expect(try countWithoutValues() == 0)
        patient.note = nil
        try context.save()
        let none = #Predicate<Patient> { $0.note == nil }
        #expect(try context.fetchCount(FetchDescriptor(predicate: none)) == 1)
        let reader = ModelContext(context.container)
        #expect(try reader.fetch(FetchDescriptor(predicate: none)).map(\.serial) == [1])
    }

    @Test func unsavedModelsAreFound() throws {
        let context = ModelContext(try container(key))
        let saved = Patient(1, Self.secret)
        fill(saved)
        context.insert(saved)
        try context.save()
        let other = ModelContext(context.container)
        let changed = try #require(other.fetch(FetchDescriptor<Patient>()).first)
        changed.note = nil
        other.insert(Patient(2, "new"))
        let bySerial = FetchDescriptor<Patient>(sortBy: [SortDescriptor(\.serial)])
        let found = try other.fetch(bySerial)
        #expect(found.map(\.name) == [Self.secret, "new"])
        #expect(found.map(\.note) == [nil, nil])
        #expect(found.first?.scan?.count == 9 * 9_000)
    }

    @Test func equalValuesHaveDifferentForms() throws {
        let context = ModelContext(try container(key))
        for serial in 0..<3 { context.insert(Patient(serial, Self.secret)) }
        try context.save()
        let db = try SQLiteDatabase(folder.store.path(percentEncoded: false), access: .readOnly)
        #expect(try db.integer("SELECT count(DISTINCT name) FROM Patient") == 3)
        #expect(try db.integer("SELECT count(*) FROM Patient WHERE typeof(name) = 'blob'") == 3)
    }

    @Test func valueOfAnotherRowIsNotRead() throws {
        do {
            let context = ModelContext(try container(key))
            context.insert(Patient(1, "one"))
            context.insert(Patient(2, "two"))
            try context.save()
        }
        let db = try SQLiteDatabase(folder.store.path(percentEncoded: false), access: .readWrite)
        try db.execute(
            "UPDATE Patient SET name = (SELECT name FROM Patient AS other WHERE other.serial = 2)"
        )
        let (names, warnings) = try collectingRuntimeWarnings {
            try ModelContext(try container(key)).fetch(
                FetchDescriptor<Patient>(sortBy: [SortDescriptor(\.serial)])
            )
            .map(\.name)
        }
        #expect(names == ["", "two"])
        #expect(warnings.contains { $0.contains("Patient.name") && $0.contains("decrypted") })
    }

    // MARK: Keys

    @Test func storeRequiresItsKey() throws {
        do {
            let context = ModelContext(try container(key))
            context.insert(Patient(1, Self.secret))
            try context.save()
        }
        let missing = #expect(throws: StoreError.self) { try container(nil) }
        #expect(missing?.code == .encryptionKey)
        #expect(missing?.message.contains("set the encryptionKey") == true)
        for allowsSave in [true, false] {
            let wrong = #expect(throws: StoreError.self) {
                try container(.random(), allowsSave: allowsSave)
            }
            #expect(wrong?.code == .encryptionKey)
            #expect(wrong?.message.contains("another key") == true)
        }
        let same = try ModelConfiguration.EncryptionKey(key.rawRepresentation)
        let found = try ModelContext(try container(same)).fetch(FetchDescriptor<Patient>())
        #expect(found.map(\.name) == [Self.secret])
    }

    @Test func storeInMemoryNeedsNoKey() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Patient.self, configurations: memory)
        let context = ModelContext(container)
        let patient = Patient(1, Self.secret)
        fill(patient)
        context.insert(patient)
        try context.save()
        expectFilled(try ModelContext(container).fetch(FetchDescriptor<Patient>()).first)
    }

    @Test(arguments: [0, 16, 31, 33])
    func keyOfAnotherSizeIsRefused(count: Int) {
        let error = #expect(throws: StoreError.self) {
            try ModelConfiguration.EncryptionKey(Data(count: count))
        }
        #expect(error?.message.contains("\(count) bytes") == true)
    }

    @Test func descriptionsDoNotContainTheKey() {
        var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        configuration.encryptionKey = key
        var text = "\(configuration) \(key) \(String(reflecting: key))"
        dump(configuration, to: &text)
        #expect(!text.contains(key.rawRepresentation.base64EncodedString()))
        #expect(!text.contains("32 bytes"))
    }

    // MARK: What cannot be combined

    @Model final class UniquePatient {
        @Attribute(.unique, .encrypt) var name: String
        init(_ name: String) { self.name = name }
    }

    @Model final class IndexedPatient {
        #Index<IndexedPatient>([\.name])
        @Attribute(.encrypt) var name: String
        init(_ name: String) { self.name = name }
    }

    @Model final class SearchedPatient {
        @Attribute(.spotlight, .encrypt) var name: String
        init(_ name: String) { self.name = name }
    }

    @Test(
        arguments: [UniquePatient.self, IndexedPatient.self, SearchedPatient.self]
            as [any PersistentModel.Type]
    )
    func optionThatNeedsPlainTextIsRefused(type: any PersistentModel.Type) {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let error = #expect(throws: SwiftDataError.unknownSchema) {
            try ModelContainer(for: Schema([type]), configurations: [memory])
        }
        #expect(explanation(of: error).contains("encrypted"))
    }

    @Test func valuesAreNotCompared() throws {
        let context = ModelContext(try container(key))
        context.insert(Patient(1, "a"))
        let equal = #Predicate<Patient> { $0.name == "a" }
        let contains = #Predicate<Patient> { $0.name.contains("a") }
        let field = #Predicate<Patient> { $0.home?.street == "a" }
        let place = Place(street: "a")
        let whole = #Predicate<Patient> { $0.home == place }
        let element = #Predicate<Patient> { $0.tags.contains("a") }
        for predicate in [equal, contains, field, whole, element] {
            let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
                try context.fetch(FetchDescriptor(predicate: predicate))
            }
            #expect(explanation(of: error).contains("is encrypted"))
        }
        for sort in [SortDescriptor(\Patient.name), SortDescriptor(\.visits)] {
            #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
                try context.fetch(FetchDescriptor(sortBy: [sort]))
            }
        }
    }
}
