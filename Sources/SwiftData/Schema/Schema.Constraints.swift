// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// The indexes that `#Index` declares for a model.
    ///
    /// Key paths are immutable, which is what the unchecked conformance relies on.
    public final class Index<T>: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable
    where T: PersistentModel {
        /// A kind of index and the properties it covers, most significant first.
        public enum Types<P> where P: PersistentModel {
            /// A sorted index, for equality, ranges and order.
            case binary([PartialKeyPath<P>])
            /// A spatial index; kept as a sorted index here.
            case rtree([PartialKeyPath<P>])

            var keyPaths: [PartialKeyPath<P>] {
                switch self {
                case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
                }
            }
        }

        /// Always "SwiftData.Schema.Index".
        public var name = "SwiftData.Schema.Index"
        /// Always "SwiftData.Schema.Index".
        public var originalName = "SwiftData.Schema.Index"
        /// The model type.
        public var valueType: any Any.Type = T.self
        /// False.
        public var isUnique: Bool { false }
        /// The indexes, in the order of the declaration.
        public let indices: [Types<T>]

        /// Makes indexes of the given kinds.
        public init(_ indices: Types<T>...) { self.indices = indices }

        /// Makes sorted indexes over the given properties.
        public init(_ binaryIndices: [PartialKeyPath<T>]...) {
            self.indices = binaryIndices.map { .binary($0) }
        }

        /// Decodes an empty declaration, because key paths are code.
        public init(from decoder: any Decoder) throws { indices = [] }
        /// Encodes nothing, because key paths are code; `Schema.Entity.indices` has the names.
        public func encode(to encoder: any Encoder) throws {
            _ = encoder.container(keyedBy: CodingKeys.self)
        }

        /// The parts of the coded form.
        public enum CodingKeys: CodingKey {
            /// The declared indexes.
            case indices
        }

        /// Whether both cover the same properties.
        public static func == (lhs: Index<T>, rhs: Index<T>) -> Bool {
            lhs.indices.map(\.keyPaths) == rhs.indices.map(\.keyPaths)
        }

        /// Hashes the covered properties.
        public func hash(into hasher: inout Hasher) { hasher.combine(indices.map(\.keyPaths)) }

        /// The indexes in words.
        public var debugDescription: String { "Schema.Index<\(T.self)>(\(indices.count))" }
    }

    /// The uniqueness constraints that `#Unique` declares for a model.
    ///
    /// Key paths are immutable, which is what the unchecked conformance relies on.
    public final class Unique<T>: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable
    where T: PersistentModel {
        /// Always "SwiftData.Schema.Unique".
        public var name = "SwiftData.Schema.Unique"
        /// Always "SwiftData.Schema.Unique".
        public var originalName = "SwiftData.Schema.Unique"
        /// The model type.
        public var valueType: any Any.Type = T.self
        /// True.
        public var isUnique: Bool { true }
        /// The constraints; the properties of each are unique together.
        public let constraints: [[PartialKeyPath<T>]]

        /// Makes constraints, each unique over its properties together.
        public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

        /// Decodes an empty declaration, because key paths are code.
        public init(from decoder: any Decoder) throws { constraints = [] }
        /// Encodes nothing, because key paths are code; see `Schema.Entity.uniquenessConstraints`.
        public func encode(to encoder: any Encoder) throws {
            _ = encoder.container(keyedBy: CodingKeys.self)
        }

        /// The parts of the coded form.
        public enum CodingKeys: CodingKey {
            /// The declared constraints.
            case constraints
        }

        /// Whether both cover the same properties.
        public static func == (lhs: Unique<T>, rhs: Unique<T>) -> Bool {
            lhs.constraints == rhs.constraints
        }

        /// Hashes the covered properties.
        public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }

        /// The constraints in words.
        public var debugDescription: String { "Schema.Unique<\(T.self)>(\(constraints.count))" }
    }
}

/// Lets the schema read an index or constraint declaration without knowing its model type.
protocol KeyPathConstraint {
    /// The key paths of each declared index or constraint.
    var keyPathGroups: [[AnyKeyPath]] { get }
}

extension Schema.Index: KeyPathConstraint {
    var keyPathGroups: [[AnyKeyPath]] { indices.map(\.keyPaths) }
}

extension Schema.Unique: KeyPathConstraint {
    var keyPathGroups: [[AnyKeyPath]] { constraints }
}
