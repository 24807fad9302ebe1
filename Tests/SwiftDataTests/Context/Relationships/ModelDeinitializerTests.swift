// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// Deinitializers of models that use the relationship from which the model was just removed.
///
/// The storage of a property is accessed exclusively while it changes. A model that was released
/// during such an access would end the process.
@Suite struct ModelDeinitializerTests {
    @Model final class Shelf {
        @Relationship(inverse: \Jar.shelf) var jars: [Jar]? = []
        @Relationship(inverse: \Jar.owner) var favorite: Jar?
        init() {}
    }

    @Model final class Jar {
        var number: Int
        var shelf: Shelf?
        var owner: Shelf?
        @Transient var onDeinit: (() -> Void)?
        init(_ number: Int) { self.number = number }
        deinit { onDeinit?() }
    }

    private final class Counter { var count = 0 }

    private let shelf = Shelf()
    private let counter = Counter()

    /// Adds jars that read and change their former shelf when they are released.
    private func addJars(_ count: Int) {
        for number in 0..<count {
            let jar = Jar(number)
            jar.onDeinit = { [weak shelf, counter] in
                counter.count += 1
                guard let shelf else { return }
                _ = shelf.jars?.count
                shelf.jars?.append(Jar(-1))
                shelf.jars?.removeAll { $0.number == -1 }
            }
            shelf.jars?.append(jar)
        }
    }

    @Test(arguments: [3, 100]) func relationshipIsUsedWhileItsModelsAreReplaced(count: Int) {
        addJars(count)
        shelf.jars = []
        #expect(counter.count == count)
        #expect(shelf.jars?.isEmpty == true)
    }

    @Test(arguments: [3, 100]) func relationshipIsUsedWhileModelsAreRemoved(count: Int) {
        addJars(count)
        shelf.jars?.removeAll { $0.number > 0 }
        #expect(counter.count == count - 1)
        #expect(shelf.jars?.map(\.number) == [0])
    }

    @Test func relationshipIsUsedWhileAModelIsReplaced() {
        let shelf = shelf
        let jar = Jar(1)
        jar.onDeinit = { [weak shelf, counter] in
            counter.count += 1
            shelf?.favorite = Jar(shelf?.favorite?.number ?? 0)
        }
        shelf.favorite = jar
        jar.owner = nil
        shelf.favorite = consume jar
        shelf.favorite = nil
        #expect(counter.count == 1)
        #expect(shelf.favorite?.number == 0)
    }

    @Test(arguments: [3, 100]) func relationshipIsUsedWhileDeletedModelsAreReleased(
        count: Int
    ) throws {
        let container = try ModelContainer(
            for: Shelf.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(shelf)
        addJars(count)
        try context.save()
        for number in 1..<count {
            let jar = try #require(shelf.jars?.first { $0.number == number })
            context.delete(jar)
            if number.isMultiple(of: 7) { try context.save() }
        }
        try context.save()
        #expect(shelf.jars?.contains { $0.number == 0 } == true)
        #expect(shelf.jars?.contains { $0.number > 0 } == false)
    }

    @Test func contextIsUsedWhileItDiscardsTheRowOfAModel() throws {
        let container = try ModelContainer(
            for: Shelf.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(shelf)
        // From now on, the context keeps the rows of jars.
        context.insert(Jar(0))
        #expect(try context.fetchCount(FetchDescriptor<Jar>()) == 1)
        do {
            let jar = Jar(1)
            jar.onDeinit = { [context, counter] in
                counter.count += 1
                context.insert(Jar(2))
            }
            context.insert(jar)
            context.delete(jar)
        }
        #expect(counter.count == 0)
        context.rollback()
        #expect(counter.count == 1)
        // The model was inserted before the end of the rollback.
        #expect(!context.hasChanges)
    }
}
