// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Constraints and names that have no equivalent table.
@Suite struct SchemaFaultTests {
    @Model final class HalfUnique {
        #Unique<HalfUnique>([\.first, \.both])
        var first: String
        var second: String
        var both: String { first + second }
        init() {
            first = ""
            second = ""
        }
    }

    @Model final class Indexed {
        #Index<Indexed>([\.shout])
        var text: String
        var shout: String { text.uppercased() }
        init() { text = "" }
    }

    struct Size: Codable, Hashable {
        var width = 0
        var depth = Depth()
    }

    struct Depth: Codable, Hashable {
        var inner = 0
    }

    @Model final class Sized {
        #Unique<Sized>([\.name, \.size.width])
        var name = ""
        var size = Size()
        init() {}
    }

    @Model final class Deep {
        #Index<Deep>([\.size.depth.inner])
        var size = Size()
        init() {}
    }

    @Model final class Grouped {
        #Unique<Grouped>([\.name, \.members])
        var name: String
        var members: [Member] = []
        init() { name = "" }
    }

    @Model final class Member { init() {} }

    @Model final class Cased {
        var name: String
        var Name: String
        init() {
            name = ""
            Name = ""
        }
    }

    @Model final class Keyed {
        var _pk = 1
        init() {}
    }

    @Model final class Owner {
        @Relationship(inverse: \Thing.owner) var cups: [Thing] = []
        @Relationship(inverse: \Thing.owner) var plates: [Thing] = []
        init() {}
    }

    @Model final class Thing {
        var owner: Owner?
        init() {}
    }

    private func fault(of type: any PersistentModel.Type) -> SwiftDataError? {
        #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: Schema([type]),
                configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
            )
        }
    }

    @Test func relationshipsWithTheSameInverseAreRejected() {
        let explanation = fault(of: Owner.self)?.explanation ?? ""
        #expect(explanation.contains("have the same inverse, Thing.owner"))
        #expect(explanation.contains("Owner.cups") && explanation.contains("Owner.plates"))
    }

    @Test func nameOfTheKeyColumnIsRejected() {
        let explanation = fault(of: Keyed.self)?.explanation
        #expect(explanation?.contains("a property cannot have the name _pk") == true)
    }

    @Test func constraintOverComputedPropertyIsRejected() {
        let fault = fault(of: HalfUnique.self)
        #expect(fault?.explanation.contains("HalfUnique") == true)
        #expect(fault?.explanation.contains("first and a computed String") == true)
    }

    @Test func indexOverComputedPropertyIsRejected() {
        #expect(fault(of: Indexed.self)?.explanation.contains("a computed String") == true)
    }

    @Test func constraintOverAFieldOfAStructureIsRejected() {
        #expect(
            fault(of: Sized.self)?.explanation == "Sized: a constraint or index over name and "
                + "size.width refers to size.width, a part of an attribute; declare an attribute "
                + "with its value instead"
        )
        #expect(fault(of: Deep.self)?.explanation.contains("refers to size.depth.inner,") == true)
    }

    @Test func constraintOverToManyRelationshipIsRejected() {
        #expect(fault(of: Grouped.self)?.explanation.contains("Grouped.members") == true)
    }

    @Test func namesThatDifferOnlyInCaseAreRejected() {
        let fault = fault(of: Cased.self)
        #expect(fault?.explanation.contains("name") == true)
        #expect(fault?.explanation.contains("Name") == true)
    }
}
