// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Stores with encrypted attributes whose configuration has no key.
struct DeviceKeyTests {
    typealias Key = ModelConfiguration.EncryptionKey

    @Model final class Account {
        var name: String
        @Attribute(.encrypt) var secret: String
        @Attribute(.allowsCloudEncryption) var note = ""
        init(_ name: String, secret: String) {
            self.name = name
            self.secret = secret
        }
    }

    @Model final class Plain {
        var name = ""
        init() {}
    }

    enum First: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Diary.self] }
        @Model final class Diary {
            var text: String
            init(_ text: String) { self.text = text }
        }
    }
    enum Second: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Diary.self] }
        @Model final class Diary {
            @Attribute(.encrypt) var text: String
            init(_ text: String) { self.text = text }
        }
    }

    private let folder: TemporaryFolder
    private let device: DeviceKey

    init() throws {
        folder = try TemporaryFolder()
        device = DeviceKey(folder.url.appending(path: "data/swiftdata/device.key"))
    }

    private func configuration(
        _ device: DeviceKey? = nil,
        name: String = "test.store",
        allowsSave: Bool = true
    ) -> ModelConfiguration {
        let url = folder.url.appending(path: name)
        var configuration = ModelConfiguration(url: url, allowsSave: allowsSave)
        configuration.deviceKey = device ?? self.device
        return configuration
    }

    private func context(_ configuration: ModelConfiguration) throws -> ModelContext {
        ModelContext(try ModelContainer(for: Account.self, configurations: configuration))
    }

    private func create(_ configuration: ModelConfiguration) throws {
        let context = try context(configuration)
        context.insert(Account("bank", secret: "TOPSECRET"))
        try context.save()
    }

    private func otherDevice() -> DeviceKey {
        DeviceKey(folder.url.appending(path: "other/device.key"))
    }

    @Test func storeWithoutKeyIsEncryptedWithThatOfTheDevice() throws {
        try create(configuration())
        let accounts = try context(configuration()).fetch(FetchDescriptor<Account>())
        #expect(accounts.map(\.secret) == ["TOPSECRET"])
        let files = ["test.store", "test.store-wal"].filter(folder.contains)
        let content = try files.map { try Data(contentsOf: URL(filePath: folder.path($0))) }
        #expect(content.allSatisfy { $0.firstRange(of: Data("TOPSECRET".utf8)) == nil })
        #expect(content.contains { $0.firstRange(of: Data("bank".utf8)) != nil })
    }

    @Test func keyIsMadeOnceAndReadableByTheUserOnly() throws {
        #expect(try device.read() == nil)
        try create(configuration())
        let key = try #require(try device.read())
        try create(configuration(name: "second.store"))
        #expect(try device.read() == key)
        #expect(try device.readOrCreate() == key)
        let attributes = try FileManager.default.attributesOfItem(atPath: device.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let directory = URL(filePath: device.path).deletingLastPathComponent()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    }

    @Test func storeWithoutEncryptedAttributesMakesNoKey() throws {
        _ = try ModelContainer(for: Plain.self, configurations: configuration())
        #expect(try device.read() == nil)
    }

    @Test func keyOfTheConfigurationComesFirst() throws {
        var own = configuration()
        own.encryptionKey = .random()
        try create(own)
        #expect(try device.read() == nil)
        #expect(try context(own).fetch(FetchDescriptor<Account>()).map(\.secret) == ["TOPSECRET"])
    }

    @Test func lostKeyIsAnErrorAndNoOtherIsMade() throws {
        try create(configuration())
        let other = otherDevice()
        let error = #expect(throws: StoreError.self) { try context(configuration(other)) }
        #expect(error?.code == .encryptionKey)
        #expect(error?.message.contains(folder.path("test.store")) == true)
        #expect(error?.message.contains(other.path) == true)
        #expect(error?.message.contains("does not exist") == true)
        #expect(try other.read() == nil)
    }

    @Test func keyOfAnotherDeviceIsAnError() throws {
        try create(configuration())
        let other = otherDevice()
        _ = try other.readOrCreate()
        let error = #expect(throws: StoreError.self) { try context(configuration(other)) }
        #expect(error?.code == .encryptionKey)
        #expect(error?.message.contains("another key than that of this device") == true)
        #expect(error?.message.contains(other.path) == true)
    }

    @Test(arguments: [true, false])
    func otherAttributesAreReadableWithoutTheKey(hasOther: Bool) throws {
        try create(configuration())
        let before = try Data(contentsOf: folder.store)
        let other = otherDevice()
        if hasOther { _ = try other.readOrCreate() }
        do {
            let context = try context(configuration(other, allowsSave: false))
            let account = try #require(try context.fetch(FetchDescriptor<Account>()).first)
            #expect(account.name == "bank")
            #expect(throws: SwiftDataError.modelValidationFailure) {
                try context.value(of: \.secret, in: account)
            }
        }
        #expect(try (other.read() != nil) == hasOther)
        #expect(try Data(contentsOf: folder.store) == before)
        let accounts = try context(configuration()).fetch(FetchDescriptor<Account>())
        #expect(accounts.map(\.secret) == ["TOPSECRET"])
    }

    @Test func keyCanBeTakenToAnotherDevice() throws {
        try create(configuration())
        let exported = try #require(try device.read()).rawRepresentation
        let other = otherDevice()
        try Key(exported).useForDevice(in: other)
        // Again, which changes nothing.
        try Key(exported).useForDevice(in: other)
        let accounts = try context(configuration(other)).fetch(FetchDescriptor<Account>())
        #expect(accounts.map(\.secret) == ["TOPSECRET"])
        let error = #expect(throws: StoreError.self) { try Key.random().useForDevice(in: other) }
        #expect(error?.code == .encryptionKey)
        #expect(try other.read() == Key(exported))
    }

    @Test(arguments: [
        "", "0011\n", String(repeating: "0", count: 64), String(repeating: "g", count: 64) + "\n",
        String(repeating: "0", count: 64) + "\n\n",
    ])
    func fileThatIsNoKeyIsNotReplaced(content: String) throws {
        let directory = URL(filePath: device.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(filePath: device.path))
        let error = #expect(throws: StoreError.self) { try context(configuration()) }
        #expect(error?.code == .encryptionKey)
        #expect(error?.message.contains("\(device.path) is not a key") == true)
        #expect(try Data(contentsOf: URL(filePath: device.path)) == Data(content.utf8))
        #expect(!folder.contains("test.store"))
    }

    @Test func fileThatIsNoKeyDoesNotPreventTheVerificationOfAStore() throws {
        _ = try ModelContainer(for: Plain.self, configurations: configuration())
        try Data("no key".utf8).write(to: folder.url.appending(path: "device.key"))
        let other = DeviceKey(folder.url.appending(path: "device.key"))
        #expect(throws: StoreError.self) { try other.read() }
        let verification = try configuration(other).verifyStore([])
        #expect(verification.problems.isEmpty)
    }

    @Test func folderThatCannotBeCreatedIsNamed() throws {
        try Data().write(to: folder.url.appending(path: "file"))
        let device = DeviceKey(folder.url.appending(path: "file/swiftdata/device.key"))
        let error = #expect(throws: StoreError.self) { try context(configuration(device)) }
        #expect(error?.code == .encryptionKey)
        #expect(error?.message.contains(device.path) == true)
    }

    @Test func processesThatMakeTheKeyAtOnceHaveTheSame() async throws {
        let keys = try await withThrowingTaskGroup(of: Key.self) { group in
            for _ in 0..<8 { group.addTask { try device.readOrCreate() } }
            return try await group.reduce(into: Set<Key>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
    }

    @Test func migrationEncryptsWithTheKeyOfTheDevice() throws {
        do {
            let container = try ModelContainer(
                for: First.Diary.self,
                configurations: configuration()
            )
            let context = ModelContext(container)
            context.insert(First.Diary("TOPSECRET"))
            try context.save()
        }
        #expect(try device.read() == nil)
        let container = try ModelContainer(for: Second.Diary.self, configurations: configuration())
        let diaries = try ModelContext(container).fetch(FetchDescriptor<Second.Diary>())
        #expect(diaries.map(\.text) == ["TOPSECRET"])
        #expect(try device.read() != nil)
    }
}
