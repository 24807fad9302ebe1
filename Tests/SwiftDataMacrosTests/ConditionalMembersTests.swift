// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

/// Behavior of `#if` in the body of a model.
struct ConditionalMembersTests {
    private let source = """
        @Model final class Trip {
            var a = 0
            #if EXTRA
            var b = 1
            #elseif os(Linux)
            var c = 2
            #else
            var d = 3
            #endif
            var e = 4
            init() {}
        }
        """

    @Test func onlyActiveClauseIsPersisted() {
        let expansion = Expansion(of: source, configuration: linuxBuild())
        #expect(expansion.diagnostics.isEmpty)
        #expect(
            expansion.lines.filter { $0.contains(".decoded(") } == [
                "_a = try _a.decoded(row, at: 0)", "_c = try _c.decoded(row, at: 1)",
                "_e = try _e.decoded(row, at: 2)",
            ]
        )
    }

    @Test func customConditionSelectsItsClause() {
        let expansion = Expansion(of: source, configuration: linuxBuild("EXTRA"))
        #expect(expansion.diagnostics.isEmpty)
        #expect(expansion.lines.contains("_b = try _b.decoded(row, at: 1)"))
        #expect(!expansion.lines.contains { $0.contains("_c.decode(") })
    }

    @Test func unevaluableConditionIsDiagnosed() {
        let unknown = Expansion(of: source)
        #expect(unknown.identifiers == [issue("undecidedCondition")])

        let canImport = Expansion(
            of: """
                @Model final class Trip {
                    #if canImport(Foundation)
                    var a = 1
                    #endif
                    init() {}
                }
                """,
            configuration: linuxBuild()
        )
        #expect(canImport.identifiers == [issue("undecidedCondition")])
    }

    @Test func unevaluableConditionAroundOtherMembersIsAllowed() {
        let expansion = Expansion(
            of: """
                @Model final class Trip {
                    #if canImport(Foundation)
                    var computed: Int { 1 }
                    init() {}
                    #endif
                }
                """,
            configuration: linuxBuild()
        )
        #expect(expansion.diagnostics.isEmpty)
    }
}
