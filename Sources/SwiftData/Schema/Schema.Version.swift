// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// A semantic version of a schema.
    ///
    /// ## Topics
    ///
    /// ### Creating a version
    ///
    /// - ``init(_:_:_:)``
    ///
    /// ### Parts
    ///
    /// - ``major``
    /// - ``minor``
    /// - ``patch``
    /// - ``description``
    ///
    /// ### Order and coding
    ///
    /// - ``<(_:_:)``
    /// - ``init(from:)``
    public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
        /// The major version, incremented for incompatible changes.
        public let major: Int
        /// The minor version, incremented for compatible additions.
        public let minor: Int
        /// The patch version, incremented for corrections.
        public let patch: Int

        /// Creates a version from its components.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// Compares major, then minor, then patch versions.
        public static func < (lhs: Version, rhs: Version) -> Bool {
            (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
        }

        /// The dotted form of the version, such as `1.2.0`.
        public var description: String { "\(major).\(minor).\(patch)" }
    }
}

/// One version of a schema with its model types.
public protocol VersionedSchema: SendableMetatype {
    /// The model types of this version.
    static var models: [any PersistentModel.Type] { get }
    /// The version number, which determines the order of versions.
    static var versionIdentifier: Schema.Version { get }
}
