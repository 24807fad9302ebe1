// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The distribution of models over configurations.
@Suite struct ConfigurationDivisionTests {
    @Model final class Parent {
        @Relationship(inverse: \Child.parent) var children: [Child] = []
        init() {}
    }

    @Model final class Child {
        var parent: Parent?
        init() {}
    }

    @Model final class Aunt {
        var favourite: Child?
        init() {}
    }

    private func configuration(
        _ name: String,
        _ type: any PersistentModel.Type
    ) -> ModelConfiguration {
        ModelConfiguration(name, schema: Schema([type]), isStoredInMemoryOnly: true)
    }

    @Test func typeListedInTwoConfigurationsIsRejected() throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema([Parent.self, Child.self]),
                configurations: [configuration("a", Child.self), configuration("b", Child.self)]
            )
        }
        #expect(error == .duplicateConfiguration)
        #expect(error?.explanation.contains("Child") == true)
    }

    @Test func typeReachableFromTwoConfigurationsIsRejected() throws {
        let pairs: [[any PersistentModel.Type]] = [
            [Parent.self, Aunt.self], [Parent.self, Child.self], [Child.self, Parent.self],
        ]
        for pair in pairs {
            let error = #expect(throws: SwiftDataError.self) {
                _ = try ModelContainer(
                    for: Schema([Parent.self, Aunt.self]),
                    configurations: [configuration("a", pair[0]), configuration("b", pair[1])]
                )
            }
            #expect(error == .duplicateConfiguration)
        }
    }

    @Test func relationshipBetweenStoresIsRejected() throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema([Parent.self, Aunt.self]),
                configurations: [
                    configuration("a", Child.self),
                    ModelConfiguration("rest", isStoredInMemoryOnly: true),
                ]
            )
        }
        #expect(error?.explanation.contains("Aunt.favourite") == true)
    }
}
