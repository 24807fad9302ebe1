// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// One context over two stores.
final class SeveralStoresTests {
    @Model final class Left {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    @Model final class Right {
        @Attribute(.unique) var value: Int
        init(_ value: Int) { self.value = value }
    }

    private let folder: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        let folder = try TemporaryFolder()
        func configuration(
            _ name: String,
            _ type: any PersistentModel.Type
        ) -> ModelConfiguration {
            var configuration = ModelConfiguration(
                name,
                schema: Schema([type]),
                url: folder.url.appending(path: "\(name).store")
            )
            configuration.uniqueCollision = .reject
            return configuration
        }
        self.folder = folder
        container = try ModelContainer(
            for: Schema([Left.self, Right.self]),
            configurations: [configuration("l", Left.self), configuration("r", Right.self)]
        )
    }

    @Test func failureInOneStoreRollsBackAllStores() throws {
        let context = ModelContext(container)
        context.insert(Right(1))
        try context.save()
        let right = Right(1)
        context.insert(Left(7))
        context.insert(right)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Left>()) == 0)
        right.value = 2
        try context.save()
        #expect(!context.hasChanges)
        let reader = ModelContext(container)
        #expect(try reader.fetch(FetchDescriptor<Left>()).map(\.value) == [7])
        #expect(try reader.fetch(FetchDescriptor<Right>()).map(\.value).sorted() == [1, 2])
        #expect(folder.contains("l.store") && folder.contains("r.store"))
    }
}
