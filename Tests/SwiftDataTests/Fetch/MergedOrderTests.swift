// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The order of fetches without sort descriptors, which merge unsaved rows into saved ones.
@Suite struct MergedOrderTests {
    @Model final class Stop {
        #Index<Stop>([\.line])
        var name: String
        var line: Int

        init(_ name: String, line: Int = 1) {
            self.name = name
            self.line = line
        }
    }

    private let context: ModelContext

    /// The stops a to e are saved, f and g are not.
    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Stop.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        for name in ["a", "b", "c", "d", "e"] { context.insert(Stop(name)) }
        try context.save()
        for name in ["f", "g"] { context.insert(Stop(name)) }
    }

    private func names(limit: Int? = nil, line: Int? = 1) throws -> String {
        var descriptor = FetchDescriptor<Stop>()
        if let line { descriptor.predicate = #Predicate { $0.line == line } }
        descriptor.fetchLimit = limit
        return try context.fetch(descriptor).map(\.name).joined()
    }

    private func stop(_ name: String) throws -> Stop {
        try #require(
            try context.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.name == name }))
                .first
        )
    }

    @Test func newRowsFollowSavedOnes() throws {
        #expect(try names() == "abcdefg")
        #expect(try names(line: nil) == "abcdefg")
        #expect(try names(limit: 6) == "abcdef")
        #expect(try names(limit: 2) == "ab")
        #expect(try names(limit: 0) == "")
        #expect(try names(limit: 100) == "abcdefg")
    }

    @Test func changedRowsKeepTheirPlace() throws {
        for name in ["d", "b", "g"] { try stop(name).name = name.uppercased() }
        #expect(try names() == "aBcDefG")
        #expect(try names(line: nil) == "aBcDefG")
        #expect(try names(limit: 3) == "aBc")
        #expect(try names(limit: 1) == "a")
        for name in ["a", "f"] { try stop(name).line = 2 }
        #expect(try names(limit: 2) == "Bc")
        #expect(try names(limit: 2, line: 2) == "af")
        #expect(try names(limit: 2, line: nil) == "aB")
    }

    @Test func deletedRowsAreMissing() throws {
        for name in ["a", "d", "f"] { context.delete(try stop(name)) }
        #expect(try names() == "bceg")
        #expect(try names(limit: 3) == "bce")
        #expect(try names(limit: 4) == "bceg")
    }

    @Test func offsetsSkipRowsOfBothKinds() throws {
        try stop("c").name = "C"
        var descriptor = FetchDescriptor<Stop>(predicate: #Predicate { $0.line == 1 })
        descriptor.fetchOffset = 2
        descriptor.fetchLimit = 4
        #expect(try context.fetch(descriptor).map(\.name).joined() == "Cdef")
    }

    @Test func planReadsBothKindsThroughTheIndex() throws {
        try stop("c").name = "C"
        var descriptor = FetchDescriptor<Stop>(predicate: #Predicate { $0.line == 1 })
        descriptor.fetchLimit = 1
        let plan = try context.explain(descriptor)
        #expect(plan.includesUnsavedChanges)
        #expect(plan.accesses.map(\.isUnsaved) == [false, true])
        #expect(plan.accesses.allSatisfy { !$0.isFullScan })
        #expect(!plan.steps.contains { $0.detail.contains("TEMP B-TREE") })
    }
}
