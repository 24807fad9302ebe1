// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Compares the order of the store with that of the loaded models, for random rows and sort keys.
@Suite struct SortDifferentialTests {
    private static let sortsPerType =
        ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] == nil ? 12 : 300

    /// A sort descriptor, and the comparison of models that it describes.
    private struct Key<Model: PersistentModel> {
        let name: String
        let descriptor: SortDescriptor<Model>
        let compare: (Model, Model) -> ComparisonResult

        var isReverse: Bool { descriptor.order == .reverse }

        init<Value>(
            _ keyPath: KeyPath<Model, Value>,
            _ descriptor: SortDescriptor<Model>,
            _ isLess: @escaping (Value, Value) -> Bool
        ) {
            name = "\(keyPath)"
            self.descriptor = descriptor
            compare = { left, right in
                let (left, right) = (left[keyPath: keyPath], right[keyPath: keyPath])
                if isLess(left, right) { return .orderedAscending }
                return isLess(right, left) ? .orderedDescending : .orderedSame
            }
        }

        init<Value>(
            _ keyPath: KeyPath<Model, Value?>,
            _ descriptor: SortDescriptor<Model>,
            _ isLess: @escaping (Value, Value) -> Bool
        ) {
            self.init(keyPath, descriptor) { (left: Value?, right: Value?) in
                guard let right else { return false }
                return left.map { isLess($0, right) } ?? true
            }
        }
    }

    /// Sort keys to choose from, forward and in reverse.
    private struct Keys<Model: PersistentModel> {
        private(set) var all: [Key<Model>] = []

        /// Adds a value.
        mutating func add<Value: Comparable>(_ keyPath: any KeyPath<Model, Value> & Sendable) {
            for order in [SortOrder.forward, .reverse] {
                all.append(Key(keyPath, SortDescriptor(keyPath, order: order)) { $0 < $1 })
            }
        }

        /// Adds a value that sorts first if it is nil.
        mutating func add<Value: Comparable>(_ keyPath: any KeyPath<Model, Value?> & Sendable) {
            for order in [SortOrder.forward, .reverse] {
                all.append(Key(keyPath, SortDescriptor(keyPath, order: order)) { $0 < $1 })
            }
        }

        /// Adds text, as in a list of files and by its Unicode scalar values.
        mutating func add(text keyPath: any KeyPath<Model, String> & Sendable) {
            for order in [SortOrder.forward, .reverse] {
                all.append(Key(keyPath, SortDescriptor(keyPath, order: order), Self.isOrdered))
            }
            let lexical = SortDescriptor(keyPath, comparator: .lexical)
            all.append(Key(keyPath, lexical) { $0 < $1 })
        }

        /// Adds text that sorts first if it is nil.
        mutating func add(text keyPath: any KeyPath<Model, String?> & Sendable) {
            for order in [SortOrder.forward, .reverse] {
                all.append(Key(keyPath, SortDescriptor(keyPath, order: order), Self.isOrdered))
            }
        }

        private static func isOrdered(_ left: String, _ right: String) -> Bool {
            left.localizedStandardCompare(right) == .orderedAscending
        }
    }

    /// Fetches the models with random sort keys, and checks each pair of neighbours.
    private func expectOrder<Model: PersistentModel>(
        by keys: [Key<Model>],
        in context: ModelContext,
        _ random: inout SeededRandom
    ) throws {
        let unsorted = try context.fetch(FetchDescriptor<Model>())
        let positions = Dictionary(
            uniqueKeysWithValues: unsorted.enumerated().map { (ObjectIdentifier($1), $0) }
        )
        for _ in 0..<Self.sortsPerType {
            let chosen = (0...random.below(3)).map { _ in random.pick(keys) }
            let sorted = try context.fetch(FetchDescriptor(sortBy: chosen.map(\.descriptor)))
            #expect(Set(sorted.map(ObjectIdentifier.init)) == Set(positions.keys))
            for (left, right) in zip(sorted, sorted.dropFirst()) {
                let results = chosen.map { key in
                    key.isReverse ? key.compare(right, left) : key.compare(left, right)
                }
                let result = results.first { $0 != .orderedSame } ?? .orderedSame
                // Models that are equal for all sort keys are in the order of insertion, or in its
                // reverse if the last sort key is.
                let places = [left, right].compactMap { positions[ObjectIdentifier($0)] }
                let isInPlace = (places[0] < places[1]) != chosen.last?.isReverse
                let isOrdered =
                    result == .orderedAscending || result == .orderedSame && isInPlace
                #expect(isOrdered, "\(chosen.map(\.name)): \(places)")
            }
        }
    }

    private static var exhibitKeys: [Key<Exhibit>] {
        var keys = Keys<Exhibit>()
        keys.add(text: \.name)
        keys.add(text: \.label)
        keys.add(\.level)
        keys.add(\.optionalLevel)
        keys.add(\.number)
        keys.add(\.optionalNumber)
        keys.add(\.weight)
        keys.add(text: \.origin.city)
        keys.add(text: \.origin.region)
        keys.add(\.origin.year)
        keys.add(\.origin.grade)
        keys.add(\.origin.price)
        keys.add(\.origin.found)
        keys.add(text: \.origin.spot.room)
        keys.add(\.origin.spot.level)
        keys.add(\.origin.former?.floor)
        keys.add(text: \.origin.former?.room)
        keys.add(\.loan?.year)
        keys.add(text: \.loan?.city)
        keys.add(\.loan?.spot.height)
        keys.add(\.loan?.former?.level)
        keys.add(\.loan?.grade)
        keys.add(text: \.gallery?.name)
        keys.add(\.gallery?.floor)
        keys.add(\.gallery?.entrance?.level)
        keys.add(text: \.gallery?.highlight?.artist)
        keys.add(\.gallery?.highlight?.frame?.level)
        return keys.all
    }

    private static var paintingKeys: [Key<Painting>] {
        var keys = Keys<Painting>()
        keys.add(text: \.name)
        keys.add(\.level)
        keys.add(\.origin.year)
        keys.add(text: \.loan?.spot.room)
        keys.add(text: \.gallery?.name)
        keys.add(text: \.artist)
        keys.add(\.style)
        keys.add(\.width)
        keys.add(\.frame?.floor)
        keys.add(text: \.frame?.room)
        return keys.all
    }

    private static var muralKeys: [Key<Mural>] {
        var keys = Keys<Mural>()
        keys.add(\.optionalLevel)
        keys.add(text: \.origin.spot.room)
        keys.add(\.style)
        keys.add(\.wall.level)
        keys.add(\.wall.floor)
        keys.add(text: \.wall.room)
        keys.add(text: \.pigment)
        keys.add(\.optionalWidth)
        keys.add(text: \.gallery?.highlight?.artist)
        return keys.all
    }

    @Test(arguments: 311...UInt64(313), [false, true])
    func storeAgreesOnClassesWithStructs(seed: UInt64, isPending: Bool) throws {
        let context = try ExhibitBox.context(seed: seed, hasUnsavedChanges: isPending)
        var random = SeededRandom(seed: seed)
        try expectOrder(by: Self.exhibitKeys, in: context, &random)
        try expectOrder(by: Self.paintingKeys, in: context, &random)
        try expectOrder(by: Self.muralKeys, in: context, &random)
    }

    private static var specimenKeys: [Key<Specimen>] {
        var keys = Keys<Specimen>()
        keys.add(\.int)
        keys.add(\.optionalInt)
        keys.add(\.int8)
        keys.add(\.int16)
        keys.add(\.int32)
        keys.add(\.int64)
        keys.add(\.uint)
        keys.add(\.uint8)
        keys.add(\.uint16)
        keys.add(\.uint32)
        keys.add(\.optionalInt16)
        keys.add(\.uint64)
        keys.add(\.optionalUInt64)
        keys.add(\.float)
        keys.add(\.optionalFloat)
        keys.add(\.double)
        keys.add(\.optionalDouble)
        keys.add(\.decimal)
        keys.add(\.optionalDecimal)
        keys.add(text: \.text)
        keys.add(text: \.optionalText)
        keys.add(\.date)
        keys.add(\.optionalDate)
        keys.add(\.uuid)
        keys.add(\.optionalUUID)
        keys.add(\.level)
        keys.add(\.optionalLevel)
        keys.add(\.grade)
        keys.add(text: \.shelf?.name)
        keys.add(text: \.shelf?.note)
        keys.add(\.shelf?.weight)
        keys.add(\.shelf?.region?.code)
        return keys.all
    }

    @Test(arguments: 321...UInt64(323))
    func storeAgreesOnAllTypes(seed: UInt64) throws {
        let context = ModelContext(try SpecimenBox.container())
        SpecimenBox.fill(context, seed: seed, count: 40)
        try context.save()
        var random = SeededRandom(seed: seed)
        try expectOrder(by: Self.specimenKeys, in: context, &random)
        SpecimenBox.fill(context, seed: seed + 1, count: 20, first: 40)
        SpecimenBox.change(context, seed: seed)
        try expectOrder(by: Self.specimenKeys, in: context, &random)
    }
}
