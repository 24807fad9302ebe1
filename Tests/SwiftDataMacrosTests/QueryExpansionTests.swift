// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

struct QueryExpansionTests {
    @Test func propertyGainsAGetterAndAQuery() {
        expectExpansion(
            of: """
                struct Trips {
                    @Query(sort: \\Trip.start, order: .reverse) var trips: [Trip]
                }
                """,
            #"""
            struct Trips {
                var trips: [Trip] {
                    get {
                        _trips._result(in: modelContext)
                    }
                }

                private(set) var _trips: SwiftData.Query<Trip, [Trip]> = .init(sort: \Trip.start, order: .reverse)
            }
            """#
        )
    }

    @Test(arguments: [
        (
            "@Query var a: Array<Trip>",
            "private(set) var _a: SwiftData.Query<Trip, Array<Trip>> = .init()"
        ),
        (
            "@Query var a: Trips",
            "private(set) var _a: SwiftData.Query<Trips.Element, Trips> = .init()"
        ),
        ("@Query private var a: [Trip]", "private var _a: SwiftData.Query<Trip, [Trip]> = .init()"),
        (
            "@Query(x) public var a: SwiftData.SectionedResults<Trip, String>",
            "private(set) var _a: "
                + "SwiftData.Query<Trip, SwiftData.SectionedResults<Trip, String>> = .init(x)"
        ),
    ])
    func queryHasTheTypesOfTheProperty(member: String, peer: String) {
        let lines = Expansion(of: "struct Trips { \(member) }").lines
        #expect(lines.contains { $0.contains(peer) })
    }

    @Test(arguments: [
        ("@Query var a = 1", "queryOfUnsuitableProperty"),
        ("@Query static var a: [Trip]", "queryOfUnsuitableProperty"),
        ("@Query var a: [Trip] { [] }", "queryOfUnsuitableProperty"),
        ("@Query let a: [Trip]", "queryOfUnsuitableProperty"),
        ("@Query var a", "queryWithoutType"),
        ("@Query func a() {}", "queryOfNoProperty"),
    ])
    func misuseIsDiagnosed(member: String, identifier: String) {
        let expansion = Expansion(of: "struct Trips { \(member) }")
        #expect(expansion.identifiers == [issue(identifier)])
    }
}
