// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// Foundation declares these expressions on Apple platforms only; `#Predicate` refers to them by
// name.

extension PredicateExpressions {
    /// A localized comparison or search of two texts.
    public struct _TextTest<
        Root: PredicateExpression,
        Other: PredicateExpression,
        Rule: _TextRule
    >: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The result type of the rule.
        public typealias Output = Rule.Output

        /// The expression of the text that is tested.
        public let root: Root
        /// The expression of the text to compare with or search for.
        public let other: Other

        /// Creates an expression that applies the rule to two text expressions.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Evaluates both texts and applies the rule to them.
        ///
        /// - Throws: Any error from evaluating either text.
        public func evaluate(_ bindings: PredicateBindings) throws -> Rule.Output {
            try Rule.apply(root.evaluate(bindings), other.evaluate(bindings))
        }
    }

    /// An expression that searches a text, ignoring case and diacritics.
    public typealias StringLocalizedStandardContains<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _LocalizedStandardContains>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// An expression that orders two texts by the rules of the current locale.
    public typealias StringLocalizedCompare<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _LocalizedCompare>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// An expression that orders two texts, ignoring case.
    public typealias StringCaseInsensitiveCompare<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _CaseInsensitiveCompare>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// Creates the expression for `localizedStandardContains(_:)` in a `#Predicate`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> { .init(root: root, other: other) }

    /// Creates the expression for `localizedCompare(_:)` in a `#Predicate`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedCompare<Root, Other> { .init(root: root, other: other) }

    /// Creates the expression for `caseInsensitiveCompare(_:)` in a `#Predicate`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> { .init(root: root, other: other) }
}

/// A function of two texts that a predicate can apply.
public protocol _TextRule: Sendable {
    /// The type of the result.
    associatedtype Output
    /// Returns the result of the function for two texts.
    static func apply(_ text: some StringProtocol, _ other: some StringProtocol) -> Output
}

/// The rule that implements `localizedStandardContains(_:)`.
public enum _LocalizedStandardContains: _TextRule {
    /// Returns whether the first text contains the second, ignoring case and diacritics.
    public static func apply(_ text: some StringProtocol, _ other: some StringProtocol) -> Bool {
        text.localizedStandardContains(other)
    }
}

/// The rule that implements `localizedCompare(_:)`.
public enum _LocalizedCompare: _TextRule {
    /// Returns the order of the two texts in the current locale.
    public static func apply(
        _ text: some StringProtocol,
        _ other: some StringProtocol
    ) -> ComparisonResult { text.localizedCompare(other) }
}

/// The rule that implements `caseInsensitiveCompare(_:)`.
public enum _CaseInsensitiveCompare: _TextRule {
    /// Returns the order of the two texts, ignoring case.
    public static func apply(
        _ text: some StringProtocol,
        _ other: some StringProtocol
    ) -> ComparisonResult { text.caseInsensitiveCompare(other) }
}

extension PredicateExpressions._TextTest: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions._TextTest: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions._TextTest: Codable where Root: Codable, Other: Codable {}

extension PredicateExpressions._TextTest: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        guard let rule = Rule.self as? any QueryTextRule.Type else {
            throw SwiftDataError.unsupportedPredicate(
                "\(Rule.self) is not supported in a predicate"
            )
        }
        return .value(.function(rule.function, try scope.texts(root, other, rule.name)))
    }
}

/// A text rule with an equivalent query function.
private protocol QueryTextRule {
    static var function: QueryFunction { get }
    /// The name of the rule in error messages.
    static var name: String { get }
}

extension _LocalizedStandardContains: QueryTextRule {
    fileprivate static var function: QueryFunction { .localizedStandardContains }
    fileprivate static var name: String { "localizedStandardContains" }
}

extension _LocalizedCompare: QueryTextRule {
    fileprivate static var function: QueryFunction { .localizedCompare }
    fileprivate static var name: String { "localizedCompare" }
}

extension _CaseInsensitiveCompare: QueryTextRule {
    fileprivate static var function: QueryFunction { .caseInsensitiveCompare }
    fileprivate static var name: String { "caseInsensitiveCompare" }
}
