// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import Testing

@testable import SwiftDataMacros

/// The expressions that `#Predicate` builds for the body of a closure.
struct PredicateExpansionTests {
    /// An expression over the variable `v` and its expansion, with `P` for `PredicateExpressions`.
    struct Form: CustomTestStringConvertible {
        let source: String
        let expanded: String

        init(_ source: String, _ expanded: String) {
            self.source = source
            self.expanded = expanded
        }

        var testDescription: String { source }
    }

    /// Returns the expansion of a predicate on one line, without the type and without line breaks.
    private func expansion(of predicate: String) -> String {
        let expansion = Expansion(of: "_ = \(predicate)")
        #expect(expansion.diagnostics.map(\.message) == [])
        return expansion.lines.joined(separator: " ")
            .replacing("PredicateExpressions.build_", with: "")
            .replacing("PredicateExpressions.", with: "")
    }

    @Test(arguments: values + operators + members + chains + calls + conditions)
    func expressionIsExpanded(_ form: Form) {
        let expanded = expansion(of: "#Predicate<Trip> { v in \(form.source) }")
        #expect(expanded == "_ = Foundation.Predicate<Trip>({ v in \(form.expanded) })")
    }

    private static let values = [
        Form("true", "Value(true)"),
        Form("v", "v"),
        Form("(v)", "v"),
        Form("nil", "NilLiteral()"),
        Form("count", "Value(count)"),
        Form("-128", "Value(-128)"),
        Form("-v", "UnaryMinus(v)"),
        Form("!count", "Negation(Value(count))"),
        Form(".open", "Value(.open)"),
        Form("State.open", "Value(State.open)"),
        Form(".custom(3).code", "Value(.custom(3).code)"),
        Form("limits.next(after: .now)", "Value(limits.next(after: .now))"),
        Form("[.open, .closed]", "Value([.open, .closed])"),
        Form(#""a\(count)""#, #"Value("a\(count)")"#),
        Form("names.map { v in v.count }", "Value(names.map { v in v.count })"),
        Form("names.map { $0.count }", "Value(names.map { $0.count })"),
        Form("5...", "Value(5...)"),
        Form("a <> b", "Value(a <> b)"),
        Form("5 as Int16", "Value(5 as Int16)"),
    ]

    private static let operators = [
        Form("v == 1", "Equal(lhs: v, rhs: Value(1))"),
        Form("1 != v", "NotEqual(lhs: Value(1), rhs: v)"),
        Form("v < 1", "Comparison(lhs: v, rhs: Value(1), op: .lessThan)"),
        Form("v >= 1", "Comparison(lhs: v, rhs: Value(1), op: .greaterThanOrEqual)"),
        Form("v + 1", "Arithmetic(lhs: v, rhs: Value(1), op: .add)"),
        Form("1 / zero", "Division(lhs: Value(1), rhs: Value(zero))"),
        Form("v % 2", "Remainder(lhs: v, rhs: Value(2))"),
        Form("v ?? .open", "NilCoalesce(lhs: v, rhs: Value(.open))"),
        Form(
            "a || b && c",
            "Disjunction(lhs: Value(a), rhs: Conjunction(lhs: Value(b), rhs: Value(c)))"
        ),
        Form("1...5", "ClosedRange(lower: Value(1), upper: Value(5))"),
        Form("v ? 1 : 2", "Conditional(v, Value(1), Value(2))"),
        Form("v is Tour", "TypeCheck<_, Tour>(v)"),
        Form("v as? Tour", "ConditionalCast<_, Tour>(v)"),
        Form("v as! Tour", "ForceCast<_, Tour>(v)"),
        Form("v!", "ForcedUnwrap(v)"),
        Form("names[0]", "subscript(Value(names), Value(0))"),
        Form("ages[v, default: 1]", "subscript(Value(ages), v, default: Value(1))"),
    ]

    private static let members = [
        Form("v.name", #"KeyPath(root: v, keyPath: \.name)"#),
        Form("v.a.b", #"KeyPath(root: KeyPath(root: v, keyPath: \.a), keyPath: \.b)"#),
        Form("v!.name", #"KeyPath(root: ForcedUnwrap(v), keyPath: \.name)"#),
    ]

    private static let chains = [
        Form("v?.a", #"flatMap(v, { value1 in KeyPath(root: value1, keyPath: \.a) })"#),
        Form(
            "v?.a?.b",
            #"flatMap(flatMap(v, { value2 in KeyPath(root: value2, keyPath: \.a) }), "#
                + #"{ value1 in KeyPath(root: value1, keyPath: \.b) })"#
        ),
        Form(
            "v?.contains(value1) ?? false",
            "NilCoalesce(lhs: flatMap(v, { value2 in contains(value2, Arg(value1)) }), "
                + "rhs: Value(false))"
        ),
        Form("trip?.name", "Value(trip?.name)"),
        Form(
            "(v as? Tour)?.a",
            #"flatMap(ConditionalCast<_, Tour>(v), { value1 in KeyPath(root: value1, keyPath: \.a) })"#
        ),
    ]

    private static let calls = [
        Form(
            "v.contains { $0 == v }",
            "contains(v, where: { model1 in Equal(lhs: model1, rhs: v) })"
        ),
        Form("v.contains(where: { $0 })", "contains(v, where: { model1 in model1 })"),
        Form("v.contains(/a+/)", "contains(v, Arg(/a+/))"),
        Form("v.allSatisfy { a in a }", "allSatisfy(v, { a in a })"),
        Form("v.filter { (a: Stop) -> Bool in a }", "filter(v, { (a: Variable<Stop>) in a })"),
        Form(
            #"v.filter(\.a?.b)"#,
            #"filter(v, { model1 in flatMap(KeyPath(root: model1, keyPath: \.a), "#
                + #"{ value2 in KeyPath(root: value2, keyPath: \.b) }) })"#
        ),
        Form("v.starts(with: name)", "starts(v, with: Value(name))"),
        Form("v.min()", "min(v)"),
        Form("v.localizedStandardContains(name)", "localizedStandardContains(v, Value(name))"),
        Form("other.evaluate(v)", "evaluate(other, v)"),
        Form("self.rules[0].evaluate(v)", "evaluate(self.rules[0], v)"),
    ]

    private static let conditions = [
        Form("if v { 1 } else { 2 }", "Conditional(v, Value(1), Value(2))"),
        Form("return v", "v"),
        Form("do { v }", "v"),
        Form(
            "if a, v { return 1 } else if b { 2 } else { 3 }",
            "Conditional(Value(a), Conditional(v, Value(1), Conditional(Value(b), Value(2), "
                + "Value(3))), Conditional(Value(b), Value(2), Value(3)))"
        ),
        Form(
            "if let v { v } else { v }",
            "NilCoalesce(lhs: flatMap(v, { v1 in v1 }), rhs: v)"
        ),
        Form(
            "if let a = v, a { a } else { a }",
            "NilCoalesce(lhs: flatMap(v, { a1 in Conditional(a1, a1, Value(a)) }), rhs: Value(a))"
        ),
    ]

    @Test func shorthandVariablesAreNamed() {
        #expect(
            expansion(of: "#Predicate { $0.a.contains { $0 } }")
                == #"_ = Foundation.Predicate({ model1 in "#
                + #"contains(KeyPath(root: model1, keyPath: \.a), where: { model2 in model2 }) })"#
        )
        #expect(
            expansion(of: "#Predicate<A, B> { $0 == $1 }")
                == "_ = Foundation.Predicate<A, B>({ model1, model2 in "
                + "Equal(lhs: model1, rhs: model2) })"
        )
        #expect(
            expansion(of: "#Predicate({ $0 })") == "_ = Foundation.Predicate({ model1 in model1 })"
        )
    }

    @Test(arguments: [
        "func f<T>() -> Predicate<T> { #Predicate { v in v.a } }",
        "func f(_ x: some Named) { _ = #Predicate { v in v.a } }",
        "struct S<T> { func f() -> Predicate<T> { #Predicate { v in v.a } } }",
        "extension Named { func f() -> Predicate<Self> { #Predicate { v in v.a } } }",
    ])
    func propertiesAreNamedInGenericCode(source: String) {
        let lines = Expansion(of: source).lines.joined(separator: " ")
        let property = #"PredicateExpressions.build_Property(root: v, keyPath: \.a, name: "a")"#
        #expect(lines.contains(property))
    }
}
