// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Aggregates of models in custom stores, which are computed in memory.
@Suite struct CustomStoreAggregateTests {
    private typealias Book = Library.Book
    private typealias Author = Library.Author

    @Test(arguments: CustomStore.allCases)
    func aggregatesIncludeUnsavedChanges(store: CustomStore) throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try store.container(in: folder.url))
        let authors = [Author("Jane"), Author("John")]
        for number in 0..<6 {
            let book = Book("\(number)", author: authors[number % 2])
            book.pages = 100 * number
            context.insert(book)
        }
        try context.save()
        let sum = AggregateDescriptor(of: Book.self, .sum(\.pages))
        #expect(try context.fetchAggregate(sum) == 1_500)
        let book = Book("6", author: authors[0])
        book.pages = 50
        context.insert(book)
        #expect(try context.fetchAggregate(sum) == 1_550)
        let groups = try context.fetchGroups(sum.grouped(by: \.author?.name))
        #expect(groups.map(\.value) == [650, 900])
    }
}
