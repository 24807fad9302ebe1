// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The equality of fetch descriptors.
@Suite struct FetchDescriptorTests {
    private func named(_ name: String) -> FetchDescriptor<Todo> {
        FetchDescriptor(
            predicate: #Predicate { $0.title == name && $0.project?.name != name },
            sortBy: [SortDescriptor(\.title)]
        )
    }

    @Test func equalityComparesPredicatesWithCapturedValues() {
        #expect(named("a") == named("a"))
        #expect(named("a") != named("b"))
        #expect(named("a") != FetchDescriptor(sortBy: [SortDescriptor(\.title)]))
        let turned = FetchDescriptor<Todo>(predicate: #Predicate { "a" == $0.title })
        #expect(FetchDescriptor<Todo>(predicate: #Predicate { $0.title == "a" }) == turned)
        #expect(FetchDescriptor<Todo>(predicate: #Predicate { $0.title != "a" }) != turned)
    }

    @Test func equalityComparesCapturedIdentifiers() {
        let (first, second) = (Todo(title: "").persistentModelID, Todo(title: "").persistentModelID)
        func of(_ identifier: PersistentIdentifier) -> FetchDescriptor<Todo> {
            FetchDescriptor(predicate: #Predicate { $0.persistentModelID == identifier })
        }
        #expect(of(first) == of(first))
        #expect(of(first) != of(second))
    }

    @Test func equalityComparesAllOtherProperties() {
        let changes: [(inout FetchDescriptor<Todo>) -> Void] = [
            { $0.fetchLimit = 1 }, { $0.fetchOffset = 1 }, { $0.includePendingChanges = false },
            { $0.propertiesToFetch = [\.title] }, { $0.sortBy = [] },
            { $0.relationshipKeyPathsForPrefetching = [\.project] },
        ]
        for change in changes {
            var changed = named("a")
            change(&changed)
            #expect(changed != named("a"))
            #expect(changed == changed)
        }
        #expect(FetchDescriptor<Todo>() == FetchDescriptor<Todo>())
    }

    @Test func untranslatablePredicateEqualsItsCopies() {
        func made() -> FetchDescriptor<Todo> {
            FetchDescriptor(predicate: #Predicate { $0.title.utf8.count == 1 })
        }
        let descriptor = made()
        let copy = descriptor
        #expect(copy == descriptor)
        #expect(made() != descriptor)
    }
}
