// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

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
        #expect(error?.explanation.contains("0x") == false)
    }

    @Test func namesOfKeyPathsHaveNoAddresses() {
        let description = "\\Post.thread?.<computed 0x000055d0a1b2c3d4 (String)>"
        #expect(description.withoutAddresses == "\\Post.thread?.<computed (String)>")
    }

    @Test func computedSortPropertyOfRelatedModelIsRejectedWithoutEvaluation() throws {
        let error = #expect(throws: SwiftDataError.self) {
            try fetch(SortDescriptor(\.thread?.title))
        }
        #expect(error == .unsupportedSortDescriptor)
    }
}
