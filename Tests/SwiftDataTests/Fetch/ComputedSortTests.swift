// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Sorting by computed properties, which no store supports.
@Suite struct ComputedSortTests {
    @Model final class Post {
        var tags: [String]
        var thread: Thread?
        var first: String { tags[0] }
        init() { tags = ["x"] }
    }

    @Model final class Thread {
        var words: [String]
        @Relationship(inverse: \Post.thread) var posts: [Post] = []
        var title: String { words[0] }
        init() { words = ["x"] }
    }

    private func fetch(_ sort: SortDescriptor<Post>) throws {
        let container = try ModelContainer(
            for: Post.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        _ = try ModelContext(container).fetch(FetchDescriptor(sortBy: [sort]))
    }

    @Test func computedSortPropertyIsRejectedWithoutEvaluation() throws {
        let error = #expect(throws: SwiftDataError.self) { try fetch(SortDescriptor(\.first)) }
        #expect(error == .unsupportedSortDescriptor)
    }

    @Test func computedSortPropertyOfRelatedModelIsRejectedWithoutEvaluation() throws {
        let error = #expect(throws: SwiftDataError.self) {
            try fetch(SortDescriptor(\.thread?.title))
        }
        #expect(error == .unsupportedSortDescriptor)
    }
}
