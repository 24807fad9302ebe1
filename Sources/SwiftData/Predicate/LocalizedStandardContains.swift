// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// Foundation has these only where its own framework is; `#Predicate` looks for them by name.

extension PredicateExpressions {
    /// Whether a text contains another by the rules of the current language.
    ///
    /// Upper and lower case are the same, and so are letters with and without accents.
    public struct StringLocalizedStandardContains<
        Root: PredicateExpression,
        Other: PredicateExpression
    >: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// A truth value.
        public typealias Output = Bool

        /// The text that is searched.
        public let root: Root
        /// The text that is looked for.
        public let other: Other

        /// Makes the expression of its parts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// What `localizedStandardContains(_:)` of the root's text gives.
        ///
        /// - Throws: What the parts throw.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
        }
    }

    /// How a text compares with another by the rules of the current language.
    public struct StringLocalizedCompare<
        Root: PredicateExpression,
        Other: PredicateExpression
    >: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The order of the two.
        public typealias Output = ComparisonResult

        /// The first text.
        public let root: Root
        /// The second text.
        public let other: Other

        /// Makes the expression of its parts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// What `localizedCompare(_:)` of the root's text gives.
        ///
        /// - Throws: What the parts throw.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
        }
    }

    /// How a text compares with another when upper and lower case are the same.
    public struct StringCaseInsensitiveCompare<
        Root: PredicateExpression,
        Other: PredicateExpression
    >: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The order of the two.
        public typealias Output = ComparisonResult

        /// The first text.
        public let root: Root
        /// The second text.
        public let other: Other

        /// Makes the expression of its parts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// What `caseInsensitiveCompare(_:)` of the root's text gives.
        ///
        /// - Throws: What the parts throw.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
        }
    }

    /// What `#Predicate` makes of `localizedStandardContains(_:)`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }

    /// What `#Predicate` makes of `localizedCompare(_:)`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
        StringLocalizedCompare(root: root, other: other)
    }

    /// What `#Predicate` makes of `caseInsensitiveCompare(_:)`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
        StringCaseInsensitiveCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedCompare: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {
}
extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedStandardContains: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let texts = try scope.texts(root, other, "localizedStandardContains")
        return .value(.function(.localizedStandardContains, texts))
    }
}

extension PredicateExpressions.StringLocalizedCompare: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        .value(.function(.localizedCompare, try scope.texts(root, other, "localizedCompare")))
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let texts = try scope.texts(root, other, "caseInsensitiveCompare")
        return .value(.function(.caseInsensitiveCompare, texts))
    }
}
