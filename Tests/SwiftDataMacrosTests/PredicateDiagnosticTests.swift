// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import Testing

@testable import SwiftDataMacros

/// The diagnostics of `#Predicate`.
struct PredicateDiagnosticTests {
    /// The body of a predicate over `v`, the source that its diagnostic points to, and the identifier.
    struct Misuse: CustomTestStringConvertible {
        let body: String
        let place: String
        let identifier: String
        let message: String

        init(_ body: String, at place: String, _ identifier: String, _ message: String) {
            self.body = body
            self.place = place
            self.identifier = identifier
            self.message = message
        }

        var testDescription: String { body }
    }

    @Test(arguments: functions + expressions + statements)
    func misuseIsDiagnosed(_ misuse: Misuse) {
        let expansion = Expansion(of: "#Predicate<Trip> { v in \(misuse.body) }")
        #expect(expansion.diagnostics.map(\.message) == [misuse.message])
        #expect(expansion.identifiers == [issue(misuse.identifier)])
        #expect(expansion.diagnostics.map(\.node.trimmedDescription) == [misuse.place])
    }

    private static let functions = [
        Misuse(
            "v.name.lowercased() == name",
            at: "lowercased",
            "unsupportedFunction",
            "'lowercased()' cannot be called with values of the model in a predicate"
        ),
        Misuse(
            "v.stops.map { $0 } == names",
            at: "map",
            "unsupportedFunction",
            "'map(_:)' cannot be called with values of the model in a predicate"
        ),
        Misuse(
            "abs(v.nights) == 1",
            at: "abs",
            "unsupportedFunction",
            "'abs(_:)' cannot be called with values of the model in a predicate"
        ),
        Misuse(
            "limits.contains(v.nights, v.nights)",
            at: "contains",
            "unsupportedFunction",
            "'contains(_:_:)' cannot be called with values of the model in a predicate"
        ),
        Misuse(
            "v.name.hasPrefix(name)",
            at: "hasPrefix",
            "replaceableFunction",
            "'hasPrefix(_:)' is not supported in a predicate; use 'starts(with:)'"
        ),
        Misuse(
            "v.stops.filter(isLong).isEmpty",
            at: "isLong",
            "missingClosureArgument",
            "'filter(_:)' needs a closure or a key path in a predicate"
        ),
        Misuse(
            #"v.stops.contains(where: \.names[0])"#,
            at: "[0]",
            "unsupportedKeyPath",
            "subscripts and methods in key paths are not supported in a predicate; use a closure"
        ),
        Misuse(
            "v.rule.evaluate(v)",
            at: "v.rule",
            "dependentPredicate",
            "'evaluate(_:)' needs a predicate that does not depend on the model"
        ),
    ]

    private static let expressions = [
        Misuse(
            #"name == "\(v.name)s""#,
            at: #""\(v.name)s""#,
            "dependentExpression",
            "this expression depends on the model and has no translation; move it out of the "
                + "predicate or write it with comparisons"
        ),
        Misuse(
            "[v.a, v.b].contains(1)",
            at: "[v.a, v.b]",
            "dependentExpression",
            "this expression depends on the model and has no translation; move it out of the "
                + "predicate or write it with comparisons"
        ),
        Misuse(
            "(v.a, v.b) == pair",
            at: "(v.a, v.b)",
            "tuple",
            "tuples are not supported in a predicate"
        ),
        Misuse(
            "v.trip === trip",
            at: "===",
            "unsupportedOperator",
            "operator '===' is not supported in a predicate"
        ),
        Misuse(
            "~v.bits == 1",
            at: "~",
            "unsupportedOperator",
            "operator '~' is not supported in a predicate"
        ),
    ]

    private static let statements = [
        Misuse(
            "let a = v.a; return a == 1",
            at: "return a == 1",
            "notOneExpression",
            "the body of a predicate must be a single expression"
        ),
        Misuse(
            "if v.a { true }",
            at: "if",
            "missingElse",
            "'if' needs an 'else' in a predicate"
        ),
        Misuse(
            "if case .a = v.state { true } else { false }",
            at: "case .a = v.state",
            "unsupportedCondition",
            "this condition is not supported in a predicate; use an expression or 'let name = value'"
        ),
        Misuse(
            "switch v.state { default: true }",
            at: "switch",
            "unsupportedStatement",
            "'switch' is not supported in a predicate; use 'if' or the conditional operator"
        ),
        Misuse(
            "for stop in v.stops { true }",
            at: "for stop in v.stops { true }",
            "unsupportedStatement",
            "'for' is not supported in a predicate; use 'if' or the conditional operator"
        ),
    ]

    @Test func eachIssueIsDiagnosed() {
        let expansion = Expansion(of: "#Predicate<Trip> { abs($0.a) == 1 || $0.b.sorted() == c }")
        #expect(
            expansion.identifiers == [issue("unsupportedFunction"), issue("unsupportedFunction")]
        )
    }

    @Test func closureIsRequired() {
        let expansion = Expansion(of: "#Predicate<Trip>(isLong)")
        #expect(expansion.identifiers == [issue("missingClosure")])
    }

    @Test(arguments: [
        ("$0.name.hasPrefix(a)", "$0.name.starts(with: a)"),
        (
            "$0.name.localizedCaseInsensitiveContains(a)",
            "$0.name.localizedStandardContains(a)"
        ),
    ])
    func fixItReplacesTheFunction(body: String, fixed: String) {
        let expansion = Expansion(of: "#Predicate<Trip> { \(body) }")
        #expect(expansion.fixed == "#Predicate<Trip> { \(fixed) }")
    }
}
