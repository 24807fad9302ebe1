// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A difference between two versions of a schema, in one entity or property.
///
/// ## Topics
///
/// ### Subject
///
/// - ``entityName``
/// - ``propertyName``
/// - ``previousName``
///
/// ### Difference
///
/// - ``kinds``
/// - ``Kind``
/// - ``obstacle``
/// - ``description``
public struct SchemaChange: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a difference; later versions may add kinds.
    ///
    /// ## Topics
    ///
    /// - ``added``
    /// - ``removed``
    /// - ``renamed``
    /// - ``retyped``
    /// - ``modified``
    /// - ``init(rawValue:)``
    /// - ``rawValue``
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The stable name of the kind.
        public let rawValue: String
        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An entity or property that the earlier version lacks.
        public static let added = Kind(rawValue: "added")
        /// An entity or property that the later version lacks.
        public static let removed = Kind(rawValue: "removed")
        /// A property with another name.
        public static let renamed = Kind(rawValue: "renamed")
        /// An attribute with another type, or that became optional or required.
        public static let retyped = Kind(rawValue: "retyped")
        /// Any other difference: options, relationships, superclasses, constraints and indexes.
        public static let modified = Kind(rawValue: "modified")
    }

    /// The kinds of the difference; several if, for example, a property is renamed and retyped.
    public let kinds: Set<Kind>
    /// The name of the entity or subclass.
    public let entityName: String
    /// The name of the property, or the names in a constraint or index; nil for an entity.
    public let propertyName: String?
    /// The name of a renamed property in the earlier version.
    public let previousName: String?
    /// The reason why a lightweight migration is not possible; nil if it is.
    public let obstacle: String?
    private let text: String

    init(
        _ kinds: Set<Kind>,
        of entityName: String,
        property propertyName: String? = nil,
        formerly previousName: String? = nil,
        text: String,
        obstacle: String? = nil
    ) {
        self.kinds = kinds
        self.entityName = entityName
        self.propertyName = propertyName
        self.previousName = previousName
        self.text = text
        self.obstacle = obstacle
    }

    /// The subject, the difference and the obstacle.
    public var description: String {
        let subject = propertyName.map { "\(entityName).\($0)" } ?? entityName
        return "\(subject): \(text)" + (obstacle.map { " (\($0))" } ?? "")
    }
}
