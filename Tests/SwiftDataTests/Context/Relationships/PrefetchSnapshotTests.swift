// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Prefetched relationships while another context saves.
struct PrefetchSnapshotTests {
    private static let replacementCount = 60

    private let folder: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Schema(Depot.types),
            configurations: [ModelConfiguration(url: folder.store)]
        )
    }

    /// Replaces the only tool of each crate by a new one, in one save each.
    private static func replaceTools(in container: ModelContainer) throws {
        let context = ModelContext(container)
        for _ in 0..<replacementCount {
            for crate in try context.fetch(FetchDescriptor<Depot.Crate>()) {
                for tool in crate.tools { context.delete(tool) }
                crate.tools.append(Depot.Tool("new"))
            }
            try context.save()
        }
    }

    @Test func prefetchedModelsAreOfOneCommit() async throws {
        let context = ModelContext(container)
        for number in 0..<8 {
            let crate = Depot.Crate("\(number)")
            context.insert(crate)
            crate.tools = [Depot.Tool("first")]
        }
        try context.save()
        let container = container
        let writer = Task.detached { try Self.replaceTools(in: container) }
        var descriptor = FetchDescriptor<Depot.Crate>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tools]
        var counts: Set<Int> = []
        for _ in 0..<Self.replacementCount * 4 {
            let reader = ModelContext(container)
            counts.formUnion(try reader.fetch(descriptor).map(\.tools.count))
            await Task.yield()
        }
        try await writer.value
        #expect(counts == [1])
    }
}
