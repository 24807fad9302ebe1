// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Compares the aggregates of the store with those of the loaded models, for random rows with
/// unsaved changes.
@Suite struct AggregateDifferentialTests {
    /// A context with saved, new, changed and deleted specimens, and its specimens.
    private struct Sample {
        let context: ModelContext
        let rows: [Specimen]
        /// The condition of every second aggregate.
        let predicate = #Predicate<Specimen> { $0.int > 0 || $0.shelf?.weight ?? 0 > 2 }

        init(seed: UInt64) throws {
            context = ModelContext(try SpecimenBox.container())
            SpecimenBox.fill(context, seed: seed, count: 40)
            try context.save()
            SpecimenBox.fill(context, seed: seed + 1, count: 20, first: 40)
            SpecimenBox.change(context, seed: seed)
            #expect(context.hasChanges)
            rows = try context.fetch(FetchDescriptor<Specimen>())
        }

        /// Calls a closure without and with the predicate, and the rows that match.
        func compare(
            _ body: (_ predicate: Predicate<Specimen>?, _ rows: [Specimen]) throws -> Void
        ) throws {
            try body(nil, rows)
            try body(predicate, rows.filter { (try? predicate.evaluate($0)) == true })
        }
    }

    @Test(arguments: 201...UInt64(203))
    func countsAgree(seed: UInt64) throws {
        let sample = try Sample(seed: seed)
        try sample.compare { predicate, rows in
            let counts = try sample.context.fetchAggregate(
                AggregateDescriptor(
                    of: Specimen.self,
                    .count,
                    .count(\.optionalInt),
                    .count(\.optionalText),
                    .count(\.optionalKeywords),
                    .count(\.shelf),
                    .count(\.shelf?.note),
                    predicate: predicate
                )
            )
            #expect(counts.0 == rows.count)
            #expect(counts.1 == rows.compactMap(\.optionalInt).count)
            #expect(counts.2 == rows.compactMap(\.optionalText).count)
            #expect(counts.3 == rows.compactMap(\.optionalKeywords).count)
            #expect(counts.4 == rows.compactMap(\.shelf).count)
            #expect(counts.5 == rows.compactMap(\.shelf?.note).count)
            let (texts, decimals, levels) = try sample.context.fetchAggregate(
                AggregateDescriptor(
                    of: Specimen.self,
                    .count(distinct: \.text),
                    .count(distinct: \.decimal),
                    .count(distinct: \.optionalLevel),
                    predicate: predicate
                )
            )
            #expect(texts == Set(rows.map(\.text)).count)
            #expect(decimals == Set(rows.map(\.decimal)).count)
            #expect(levels == Set(rows.compactMap(\.optionalLevel)).count)
        }
    }

    private func expectSum<Number: SummableAttribute & FixedWidthInteger>(
        _ keyPath: KeyPath<Specimen, Number>,
        in sample: Sample
    ) throws where Number.Sum: FixedWidthInteger {
        try sample.compare { predicate, rows in
            let sum = rows.reduce(into: Int128(0)) { $0 += Int128($1[keyPath: keyPath]) }
            let descriptor = AggregateDescriptor(.sum(keyPath), predicate: predicate)
            if let expected = Number.Sum(exactly: sum) {
                let found = try sample.context.fetchAggregate(descriptor)
                #expect(found == (rows.isEmpty ? nil : expected))
            } else {
                let error = #expect(throws: StoreError.self) {
                    try sample.context.fetchAggregate(descriptor)
                }
                #expect(error?.code == .overflow)
                #expect(error?.message.contains("\(sum)") == true)
            }
            let average = try sample.context.fetchAggregate(
                AggregateDescriptor(.average(keyPath), predicate: predicate)
            )
            #expect(average == (rows.isEmpty ? nil : Double(sum) / Double(rows.count)))
        }
    }

    @Test(arguments: 211...UInt64(213))
    func sumsOfIntegersAgree(seed: UInt64) throws {
        let sample = try Sample(seed: seed)
        try expectSum(\.int, in: sample)
        try expectSum(\.int8, in: sample)
        try expectSum(\.int64, in: sample)
        try expectSum(\.uint, in: sample)
        try expectSum(\.uint32, in: sample)
        try expectSum(\.uint64, in: sample)
        let optional = try sample.context.fetchAggregate(
            AggregateDescriptor(of: Specimen.self, .sum(\.optionalInt))
        )
        let numbers = sample.rows.compactMap(\.optionalInt)
        #expect(optional == numbers.reduce(0, +))
        let sum = try sample.context.fetchAggregate(
            AggregateDescriptor(of: Specimen.self, .sum(\.shelf?.weight))
        )
        let weights = sample.rows.compactMap(\.shelf?.weight)
        #expect(sum == weights.reduce(0, +))
    }

    private func expectExtremes<Property: _AttributeValue & Comparable>(
        _ keyPath: KeyPath<Specimen, Property>,
        in sample: Sample
    ) throws {
        try sample.compare { predicate, rows in
            let (least, greatest) = try sample.context.fetchAggregate(
                AggregateDescriptor(.min(keyPath), .max(keyPath), predicate: predicate)
            )
            #expect(least == rows.map { $0[keyPath: keyPath] }.min())
            #expect(greatest == rows.map { $0[keyPath: keyPath] }.max())
        }
    }

    private func expectExtremes<Property: _AttributeValue & Comparable>(
        _ keyPath: KeyPath<Specimen, Property?>,
        in sample: Sample
    ) throws {
        try sample.compare { predicate, rows in
            let (least, greatest) = try sample.context.fetchAggregate(
                AggregateDescriptor(.min(keyPath), .max(keyPath), predicate: predicate)
            )
            #expect(least == rows.compactMap { $0[keyPath: keyPath] }.min())
            #expect(greatest == rows.compactMap { $0[keyPath: keyPath] }.max())
        }
    }

    @Test(arguments: 221...UInt64(223))
    func extremesAgree(seed: UInt64) throws {
        let sample = try Sample(seed: seed)
        try expectExtremes(\.int, in: sample)
        try expectExtremes(\.int64, in: sample)
        try expectExtremes(\.uint64, in: sample)
        try expectExtremes(\.optionalUInt64, in: sample)
        try expectExtremes(\.float, in: sample)
        try expectExtremes(\.double, in: sample)
        try expectExtremes(\.optionalDouble, in: sample)
        try expectExtremes(\.decimal, in: sample)
        try expectExtremes(\.optionalDecimal, in: sample)
        try expectExtremes(\.text, in: sample)
        try expectExtremes(\.optionalText, in: sample)
        try expectExtremes(\.date, in: sample)
        try expectExtremes(\.optionalDate, in: sample)
        try expectExtremes(\.shelf?.name, in: sample)
        try expectExtremes(\.shelf?.region?.code, in: sample)
    }

    private func expectGroups<Key: Hashable>(
        _ keyPath: KeyPath<Specimen, Key>,
        in sample: Sample
    ) throws {
        try sample.compare { predicate, rows in
            let groups = try sample.context.fetchGroups(
                AggregateDescriptor(of: Specimen.self, .count, .sum(\.int), predicate: predicate)
                    .grouped(by: keyPath)
            )
            let expected = Dictionary(grouping: rows) { $0[keyPath: keyPath] }
            #expect(groups.count == expected.count)
            for group in groups {
                #expect(group.value.0 == expected[group.key]?.count)
                #expect(group.value.1 == expected[group.key]?.map(\.int).reduce(0, +))
            }
        }
    }

    @Test(arguments: 231...UInt64(233))
    func groupsAgree(seed: UInt64) throws {
        let sample = try Sample(seed: seed)
        try expectGroups(\.flag, in: sample)
        try expectGroups(\.optionalFlag, in: sample)
        try expectGroups(\.optionalInt, in: sample)
        try expectGroups(\.uint64, in: sample)
        try expectGroups(\.decimal, in: sample)
        try expectGroups(\.text, in: sample)
        try expectGroups(\.optionalText, in: sample)
        try expectGroups(\.optionalDate, in: sample)
        try expectGroups(\.uuid, in: sample)
        try expectGroups(\.level, in: sample)
        try expectGroups(\.optionalLevel, in: sample)
        try expectGroups(\.grade, in: sample)
        try expectGroups(\.shelf, in: sample)
        try expectGroups(\.shelf?.name, in: sample)
        try expectGroups(\.shelf?.region?.code, in: sample)
    }

    @Test(arguments: 241...UInt64(243))
    func savedRowsAgreeWithoutPendingChanges(seed: UInt64) throws {
        let sample = try Sample(seed: seed)
        var saved = AggregateDescriptor(of: Specimen.self, .count, .max(\.text))
        saved.includePendingChanges = false
        let other = ModelContext(sample.context.container)
        let rows = try other.fetch(FetchDescriptor<Specimen>())
        let (count, text) = try sample.context.fetchAggregate(saved)
        #expect(count == rows.count && count == 40)
        #expect(text == rows.map(\.text).max())
        try sample.context.save()
        #expect(try sample.context.fetchAggregate(saved).0 == sample.rows.count)
    }
}
