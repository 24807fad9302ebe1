// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// The indexes that `#Index` declares for a model.
    ///
    /// Key paths are immutable; the unchecked conformance relies on this.
    ///
    /// ## Topics
    ///
    /// ### Creating indexes
    ///
    /// - ``init(_:)-([PartialKeyPath<T>]...)``
    /// - ``init(_:)-(Schema.Index<T>.Types<T>...)``
    ///
    /// ### Indexes
    ///
    /// - ``indices``
    /// - ``Types``
    ///
    /// ### Property
    ///
    /// - ``name``
    /// - ``originalName``
    /// - ``valueType``
    /// - ``isUnique``
    ///
    /// ### Coding and comparing
    ///
    /// - ``init(from:)``
    /// - ``encode(to:)``
    /// - ``CodingKeys``
    /// - ``==(_:_:)``
    /// - ``hash(into:)``
    /// - ``debugDescription``
    public final class Index<T>: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable
    where T: PersistentModel {
        // Unchecked, because key paths are immutable.

        /// A type of index and its key paths, most significant first.
        public enum Types<P> where P: PersistentModel {
            /// A binary (B-tree) index for equality tests, ranges and sorting.
            case binary([PartialKeyPath<P>])
            /// A spatial index; the store creates a binary index instead.
            case rtree([PartialKeyPath<P>])

            var keyPaths: [PartialKeyPath<P>] {
                switch self {
                case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
                }
            }
        }

        /// The constant name "SwiftData.Schema.Index".
        public var name = "SwiftData.Schema.Index"
        /// The constant name "SwiftData.Schema.Index".
        public var originalName = "SwiftData.Schema.Index"
        /// The indexed model type.
        public var valueType: any Any.Type = T.self
        /// Whether the indexes enforce uniqueness; always false.
        public var isUnique: Bool { false }
        /// The declared indexes in source order.
        public let indices: [Types<T>]

        /// Creates indexes of the given types.
        public init(_ indices: Types<T>...) { self.indices = indices }

        /// Creates one binary index for each array of key paths.
        public init(_ binaryIndices: [PartialKeyPath<T>]...) {
            self.indices = binaryIndices.map { .binary($0) }
        }

        /// Creates an empty declaration, because key paths cannot be decoded.
        public init(from decoder: any Decoder) throws { indices = [] }
        /// Encodes an empty declaration; `Schema.Entity.indices` encodes the property names
        /// instead.
        public func encode(to encoder: any Encoder) throws {
            _ = encoder.container(keyedBy: CodingKeys.self)
        }

        /// The keys of the encoded form.
        public enum CodingKeys: CodingKey {
            /// The declared indexes.
            case indices
        }

        /// Returns whether two declarations index the same properties.
        public static func == (lhs: Index<T>, rhs: Index<T>) -> Bool {
            lhs.indices.map(\.keyPaths) == rhs.indices.map(\.keyPaths)
        }

        /// Hashes the indexed key paths.
        public func hash(into hasher: inout Hasher) { hasher.combine(indices.map(\.keyPaths)) }

        /// A description of the indexes for debugging.
        public var debugDescription: String { "Schema.Index<\(T.self)>(\(indices.count))" }
    }

    /// The uniqueness constraints that `#Unique` declares for a model.
    ///
    /// Key paths are immutable; the unchecked conformance relies on this.
    ///
    /// ## Topics
    ///
    /// ### Creating constraints
    ///
    /// - ``init(_:)``
    ///
    /// ### Constraints
    ///
    /// - ``constraints``
    ///
    /// ### Property
    ///
    /// - ``name``
    /// - ``originalName``
    /// - ``valueType``
    /// - ``isUnique``
    ///
    /// ### Coding and comparing
    ///
    /// - ``init(from:)``
    /// - ``encode(to:)``
    /// - ``CodingKeys``
    /// - ``==(_:_:)``
    /// - ``hash(into:)``
    /// - ``debugDescription``
    public final class Unique<T>: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable
    where T: PersistentModel {
        // Unchecked, because key paths are immutable.

        /// The constant name "SwiftData.Schema.Unique".
        public var name = "SwiftData.Schema.Unique"
        /// The constant name "SwiftData.Schema.Unique".
        public var originalName = "SwiftData.Schema.Unique"
        /// The constrained model type.
        public var valueType: any Any.Type = T.self
        /// Whether the declaration enforces uniqueness; always true.
        public var isUnique: Bool { true }
        /// The declared constraints; the properties of a constraint are unique in combination.
        public let constraints: [[PartialKeyPath<T>]]

        /// Creates one constraint for each array of key paths.
        public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

        /// Creates an empty declaration, because key paths cannot be decoded.
        public init(from decoder: any Decoder) throws { constraints = [] }
        /// Encodes an empty declaration; `Schema.Entity.uniquenessConstraints` encodes the names
        /// instead.
        public func encode(to encoder: any Encoder) throws {
            _ = encoder.container(keyedBy: CodingKeys.self)
        }

        /// The keys of the encoded form.
        public enum CodingKeys: CodingKey {
            /// The declared constraints.
            case constraints
        }

        /// Returns whether two declarations constrain the same properties.
        public static func == (lhs: Unique<T>, rhs: Unique<T>) -> Bool {
            lhs.constraints == rhs.constraints
        }

        /// Hashes the constrained key paths.
        public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }

        /// A description of the constraints for debugging.
        public var debugDescription: String { "Schema.Unique<\(T.self)>(\(constraints.count))" }
    }
}

/// An index or constraint declaration with its model type erased.
protocol KeyPathConstraint {
    /// The key paths of each index or constraint.
    var keyPathGroups: [[AnyKeyPath]] { get }
}

extension Schema.Index: KeyPathConstraint {
    var keyPathGroups: [[AnyKeyPath]] { indices.map(\.keyPaths) }
}

extension Schema.Unique: KeyPathConstraint {
    var keyPathGroups: [[AnyKeyPath]] { constraints }
}
