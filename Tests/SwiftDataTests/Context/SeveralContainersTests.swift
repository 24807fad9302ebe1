// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Containers of one process whose models have the same names.
@Suite struct SeveralContainersTests {
    private let folders: [TemporaryFolder]

    init() throws { folders = try [TemporaryFolder(), TemporaryFolder()] }

    @Test func versionsOfAModelAreUsedAtTheSameTime() throws {
        let old = try folders[0].open(TripsV1.self)
        let new = try folders[1].open(TripsV2.self)
        let byTitle = FetchDescriptor<TripsV1.Trip>(sortBy: [SortDescriptor(\.title)])
        let byName = FetchDescriptor<TripsV2.Trip>(sortBy: [SortDescriptor(\.name)])
        for number in 1...3 {
            old.insert(TripsV1.Trip(title: "old \(number)", days: Int16(number)))
            new.insert(TripsV2.Trip(name: "new \(number)"))
            try old.save()
            try new.save()
            #expect(try old.fetch(byTitle).map(\.days) == (1...number).map { Int16($0) })
            #expect(try new.fetch(byName).map(\.name) == (1...number).map { "new \($0)" })
        }
        try folders[0].using(TripsV2.self, plan: nil) { _ in }
        #expect(try new.fetchCount(byName) == 3)
    }

    @Test func modelOfAnotherVersionIsRefused() throws {
        let context = try folders[0].open(TripsV2.self)
        context.insert(TripsV1.Trip(title: "old"))
        #expect(throws: SwiftDataError.unknownSchema) { try context.save() }
        #expect(throws: SwiftDataError.unknownSchema) {
            try context.fetch(FetchDescriptor<TripsV1.Trip>())
        }
        context.insert(TripsV2.Trip(name: "new"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<TripsV2.Trip>()) == 1)
    }
}
