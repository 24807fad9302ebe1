// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// Foundation has these only where its own framework is; `#Predicate` looks for them by name.

extension PredicateExpressions {
    /// What a rule of the current language says of two texts.
    public struct _TextTest<
        Root: PredicateExpression,
        Other: PredicateExpression,
        Rule: _TextRule
    >: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// What the rule answers.
        public typealias Output = Rule.Output

        /// The text that is asked.
        public let root: Root
        /// The text that it is compared with.
        public let other: Other

        /// Makes the expression of its parts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// What the rule says of the values of the parts.
        ///
        /// - Throws: What the parts throw.
        public func evaluate(_ bindings: PredicateBindings) throws -> Rule.Output {
            try Rule.apply(root.evaluate(bindings), other.evaluate(bindings))
        }
    }

    /// Whether a text contains another, whatever their upper and lower case and accents are.
    public typealias StringLocalizedStandardContains<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _LocalizedStandardContains>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// How a text compares with another by the rules of the current language.
    public typealias StringLocalizedCompare<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _LocalizedCompare>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// How a text compares with another when upper and lower case are the same.
    public typealias StringCaseInsensitiveCompare<
        Root: PredicateExpression,
        Other: PredicateExpression
    > = _TextTest<Root, Other, _CaseInsensitiveCompare>
    where Root.Output: StringProtocol, Other.Output: StringProtocol

    /// What `#Predicate` makes of `localizedStandardContains(_:)`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> { .init(root: root, other: other) }

    /// What `#Predicate` makes of `localizedCompare(_:)`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedCompare<Root, Other> { .init(root: root, other: other) }

    /// What `#Predicate` makes of `caseInsensitiveCompare(_:)`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> { .init(root: root, other: other) }
}

/// A question about two texts that a predicate can ask, named by its type.
public protocol _TextRule: Sendable {
    /// The type of the answer.
    associatedtype Output
    /// The answer for two texts.
    static func apply(_ text: some StringProtocol, _ other: some StringProtocol) -> Output
}

/// `localizedStandardContains(_:)`.
public enum _LocalizedStandardContains: _TextRule {
    /// Whether the first text contains the second.
    public static func apply(_ text: some StringProtocol, _ other: some StringProtocol) -> Bool {
        text.localizedStandardContains(other)
    }
}

/// `localizedCompare(_:)`.
public enum _LocalizedCompare: _TextRule {
    /// The order of the two texts.
    public static func apply(
        _ text: some StringProtocol,
        _ other: some StringProtocol
    ) -> ComparisonResult { text.localizedCompare(other) }
}

/// `caseInsensitiveCompare(_:)`.
public enum _CaseInsensitiveCompare: _TextRule {
    /// The order of the two texts.
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
            throw SwiftDataError.unsupportedPredicate("a store doesn't know \(Rule.self)")
        }
        return .value(.function(rule.function, try scope.texts(root, other, rule.name)))
    }
}

/// A rule that stores know.
private protocol QueryTextRule {
    static var function: QueryFunction { get }
    /// The rule as an error names it.
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
