// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

@Model private final class Sample {
    var number: Int
    var weight: Double?
    var name: String
    var key: UUID
    var isMarked: Bool
    var date: Date
    @Attribute(.externalStorage) var image: Data?
    @Attribute(.encrypt) var secret: String?
    var place: Place
    var reading: Reading

    init(_ number: Int) {
        self.number = number
        weight = number % 3 == 0 ? nil : Double(number) / 4
        name = "name \(number) 🇨🇭"
        key = Self.key(number)
        isMarked = number % 2 == 0
        date = Date(timeIntervalSinceReferenceDate: Double(number))
        // Some of them in files.
        let size = number % 1_000 == 0 ? ExternalFiles.inlineLimit + 1 : 100
        image = number % 500 == 0 ? Data(repeating: UInt8(number / 500), count: size) : nil
        secret = number % 5 == 0 ? "secret \(number)" : nil
        place = Place(street: "street \(number)", floor: number % 4 == 0 ? nil : number)
        reading = Reading(value: number)
    }

    private static func key(_ number: Int) -> UUID {
        let (high, low) = (UInt8(truncatingIfNeeded: number >> 8), UInt8(number & 0xFF))
        return UUID(uuid: (high, low, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, 1))
    }

    /// Whether all values are those of the number.
    var isComplete: Bool {
        let other = Sample(number)
        return weight == other.weight && name == other.name && key == other.key
            && isMarked == other.isMarked && date == other.date && image == other.image
            && secret == other.secret && place == other.place && reading == other.reading
    }
}

private struct Place: Codable, Equatable {
    var street: String
    var floor: Int?
}

/// A value whose decoding calls code of the test.
private struct Reading: Codable, Equatable {
    @TaskLocal private static var willDecode: (@Sendable () -> Void)?

    var value: Int

    init(value: Int) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int.self)
        Self.willDecode?()
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    /// Calls `body`, in which each thousandth decoded value calls `action` with its position.
    static func withAction(
        _ action: @escaping @Sendable (_ position: Int) -> Void,
        _ body: () throws -> Void
    ) rethrows {
        let decoded = Mutex(0)
        let willDecode: @Sendable () -> Void = {
            let position = decoded.withLock { count in
                count += 1
                return count
            }
            if position % 1_000 == 0 { action(position) }
        }
        try $willDecode.withValue(willDecode, operation: body)
    }
}

@Model private final class Note {
    init() {}
}

/// What a context reads.
private enum Access: CaseIterable {
    case connection
    case inMemory
    case snapshot
    case transaction
    case unsavedChanges
    case unsavedChangesOfAnotherModel
}

/// Fetches of many models.
struct LargeFetchTests {
    private static let count = 4_000
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func container(isInMemory: Bool = false) throws -> ModelContainer {
        var configuration =
            isInMemory
            ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: folder.store)
        configuration.encryptionKey = .random()
        let container = try ModelContainer(
            for: Sample.self,
            Note.self,
            configurations: configuration
        )
        let context = ModelContext(container)
        for number in 0..<Self.count { context.insert(Sample(number)) }
        try context.save()
        return container
    }

    @Test func valuesOfAllModelsAreRead() throws {
        let context = ModelContext(try container())
        let samples = try context.fetch(FetchDescriptor<Sample>(sortBy: [SortDescriptor(\.number)]))
        #expect(samples.map(\.number) == Array(0..<Self.count))
        #expect(samples.allSatisfy { $0.isComplete })
    }

    @Test(arguments: [true, false])
    func modelsInMemoryAreNotCreatedAgain(hasChanges: Bool) throws {
        let context = ModelContext(try container())
        let marked = FetchDescriptor<Sample>(predicate: #Predicate { $0.isMarked })
        let known = try context.fetch(marked)
        let others = FetchDescriptor<Sample>(predicate: #Predicate { !$0.isMarked })
        let faults = try context.fetchIdentifiers(others).map { context.model(for: $0) }
        if hasChanges { known.last?.name = "changed" }
        let samples = try context.fetch(FetchDescriptor<Sample>())
        #expect(samples.count == Self.count)
        let identities = Set(samples.map { ObjectIdentifier($0) })
        #expect(identities == Set((known + faults).map { ObjectIdentifier($0 as AnyObject) }))
        #expect(
            samples.filter { $0.name == "changed" } == (hasChanges ? Array(known.suffix(1)) : [])
        )
        #expect(samples.filter { !$0.isComplete }.count == (hasChanges ? 1 : 0))
    }

    @Test(arguments: Access.allCases)
    private func decodingCanFetchFromTheSameContext(access: Access) throws {
        let container =
            access == .inMemory ? try self.container(isInMemory: true) : try self.container()
        nonisolated(unsafe) let context = ModelContext(container)
        if access == .unsavedChanges { context.insert(Sample(-1)) }
        if access == .unsavedChangesOfAnotherModel { context.insert(Note()) }
        let first = FetchDescriptor<Sample>(predicate: #Predicate { $0.number == 1 })
        let found = Mutex(0)
        func fetchAll() throws {
            try Reading.withAction { _ in
                guard (try? context.fetchCount(first)) == 1 else { return }
                found.withLock { $0 += 1 }
            } _: {
                let samples = try context.fetch(FetchDescriptor<Sample>())
                #expect(samples.count == Self.count + (access == .unsavedChanges ? 1 : 0))
                #expect(samples.allSatisfy { $0.isComplete })
            }
        }
        switch access {
        case .connection, .inMemory, .unsavedChanges, .unsavedChangesOfAnotherModel:
            try fetchAll()
        case .snapshot: try context.readSnapshot { try fetchAll() }
        case .transaction: try context.commitGroup { _ in try fetchAll() }
        }
        #expect(found.withLock { $0 } >= 4)
    }

    @Test func decodingCanSave() throws {
        let container = try container()
        let saved = Mutex(0)
        try Reading.withAction { position in
            let other = ModelContext(container)
            other.insert(Sample(Self.count + position))
            guard (try? other.save()) != nil else { return }
            saved.withLock { $0 += 1 }
        } _: {
            let samples = try ModelContext(container).fetch(FetchDescriptor<Sample>())
            // The rows of the commit that was the last one when the fetch began.
            #expect(samples.map(\.number).sorted() == Array(0..<Self.count))
            #expect(samples.allSatisfy { $0.reading.value == $0.number })
        }
        let count = saved.withLock { $0 }
        #expect(count >= 4)
        #expect(
            try ModelContext(container).fetchCount(FetchDescriptor<Sample>()) == Self.count + count
        )
    }

    @Test func fetchesOnSeveralThreadsReadTheSameRows() async throws {
        let container = try container()
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let samples = try ModelContext(container).fetch(FetchDescriptor<Sample>())
                    return samples.reduce(0) { $0 + $1.number }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums == Array(repeating: Self.count * (Self.count - 1) / 2, count: 8))
    }
}
