// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// Foundation provides these operators only on Apple platforms; `#Predicate` finds them by name.
//
// `Predicate.description` ends the process at an expression that isn't Foundation's own. So the
// operators are composed of Foundation's key paths and subscripts:
// `text.localizedStandardContains(other)` is the element at the index `other` of a collection that
// is derived from `text`.

extension PredicateExpressions {
    /// The result of a rule for two strings.
    public typealias _TextTest<
        Root: PredicateExpression,
        Other: PredicateExpression,
        Rule: _TextRule
    > = CollectionIndexSubscript<
        KeyPath<KeyPath<Root, _TextTests>, _TextResults<Rule>>,
        KeyPath<KeyPath<Other, _TextOperand>, _TextIndex>
    >
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// Whether a text contains another, regardless of case and diacritics.
    public typealias StringLocalizedStandardContains<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _LocalizedStandardContains>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// The order of two strings by the rules of the current language.
    public typealias StringLocalizedCompare<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _LocalizedCompare>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// The order of two strings regardless of case.
    public typealias StringCaseInsensitiveCompare<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _CaseInsensitiveCompare>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// The expression of `localizedStandardContains(_:)`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        test(root, other: other, rule: \.localizedStandardContains)
    }

    /// The expression of `localizedCompare(_:)`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
        test(root, other: other, rule: \.localizedCompare)
    }

    /// The expression of `caseInsensitiveCompare(_:)`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
        test(root, other: other, rule: \.caseInsensitiveCompare)
    }

    /// Two key paths each, because Foundation accepts key paths with one component only.
    private static func test<Root, Other, Rule>(
        _ root: Root,
        other: Other,
        rule: any Swift.KeyPath<_TextTests, _TextResults<Rule>> & Sendable
    ) -> _TextTest<Root, Other, Rule> {
        build_subscript(
            build_KeyPath(
                root: build_KeyPath(root: root, keyPath: \._textTests),
                keyPath: rule
            ),
            build_KeyPath(
                root: build_KeyPath(root: other, keyPath: \._textOperand),
                keyPath: \.text
            )
        )
    }
}

// MARK: Rules

/// A rule for two strings that a predicate can apply, named by its type.
public protocol _TextRule: Sendable {
    /// The type of the result.
    associatedtype Output
    /// Returns the result for two strings.
    static func apply(_ text: String, _ other: String) -> Output
}

/// `localizedStandardContains(_:)`.
public enum _LocalizedStandardContains: _TextRule {
    /// Returns whether the first text contains the second.
    public static func apply(_ text: String, _ other: String) -> Bool {
        text.localizedStandardContains(other)
    }
}

/// `localizedCompare(_:)`.
public enum _LocalizedCompare: _TextRule {
    /// Returns the order of the strings.
    public static func apply(_ text: String, _ other: String) -> ComparisonResult {
        text.localizedCompare(other)
    }
}

/// `caseInsensitiveCompare(_:)`.
public enum _CaseInsensitiveCompare: _TextRule {
    /// Returns the order of the strings.
    public static func apply(_ text: String, _ other: String) -> ComparisonResult {
        text.caseInsensitiveCompare(other)
    }
}

// MARK: Operands

extension StringProtocol {
    /// The rules that can be applied to the text.
    public var _textTests: _TextTests { _TextTests(String(self)) }
    /// The text as the second operand of a rule.
    public var _textOperand: _TextOperand { _TextOperand(text: .text(String(self))) }
}

/// The rules that can be applied to a text.
///
/// The properties are stored, because the description of a key path names only stored properties.
public struct _TextTests: Sendable {
    /// Whether the text contains another.
    public let localizedStandardContains: _TextResults<_LocalizedStandardContains>
    /// The order of the text and another in the current language.
    public let localizedCompare: _TextResults<_LocalizedCompare>
    /// The order of the text and another regardless of case.
    public let caseInsensitiveCompare: _TextResults<_CaseInsensitiveCompare>

    init(_ text: String) {
        localizedStandardContains = _TextResults(text: text)
        localizedCompare = _TextResults(text: text)
        caseInsensitiveCompare = _TextResults(text: text)
    }
}

/// The second operand of a rule.
public struct _TextOperand: Sendable {
    /// The index of the string among all strings.
    public let text: _TextIndex
}

/// The position of a string among all strings.
public enum _TextIndex: Comparable, Sendable {
    /// A text.
    case text(String)
    /// The position after all strings.
    case end
}

/// The results of a rule for one text and all others.
public struct _TextResults<Rule: _TextRule>: Collection, Sendable {
    let text: String

    /// The empty text.
    public var startIndex: _TextIndex { .text("") }
    /// The position after all strings.
    public var endIndex: _TextIndex { .end }
    /// Returns the end, because strings have no successor that counting would reach.
    public func index(after index: _TextIndex) -> _TextIndex { .end }

    /// The result of the rule for the text at an index.
    public subscript(index: _TextIndex) -> Rule.Output {
        switch index {
        case .text(let other): Rule.apply(text, other)
        case .end: Rule.apply(text, "")
        }
    }
}

// MARK: Translation

/// The results of a rule that has a translation.
protocol QueryTextResults {
    static var function: QueryFunction { get }
    /// The rule as an error names it.
    static var name: String { get }
}

extension _TextResults: QueryTextResults {
    static var function: QueryFunction {
        switch Rule.self {
        case is _LocalizedCompare.Type: .localizedCompare
        case is _CaseInsensitiveCompare.Type: .caseInsensitiveCompare
        default: .localizedStandardContains
        }
    }

    static var name: String {
        switch Rule.self {
        case is _LocalizedCompare.Type: "localizedCompare"
        case is _CaseInsensitiveCompare.Type: "caseInsensitiveCompare"
        default: "localizedStandardContains"
        }
    }
}

extension PredicateScope {
    /// Returns the translation of a rule for two strings; `nil` for a subscript of another
    /// collection.
    func textTest<Wrapped: PredicateExpression, Index: PredicateExpression>(
        _ wrapped: Wrapped,
        index: Index
    ) throws -> PredicateOperand? {
        guard let results = Wrapped.Output.self as? any QueryTextResults.Type,
            let text = (wrapped as? any RootedExpression)?.root as? any RootedExpression,
            let other = (index as? any RootedExpression)?.root as? any RootedExpression
        else { return nil }
        return .value(
            .function(results.function, try texts(text.root, other.root, named: results.name))
        )
    }
}

/// An expression for a property of another expression.
private protocol RootedExpression<Root> {
    associatedtype Root: PredicateExpression
    var root: Root { get }
}

extension PredicateExpressions.KeyPath: RootedExpression {}
