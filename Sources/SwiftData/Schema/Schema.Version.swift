// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// A semantic version of a schema.
    public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
        /// The part that changes when old code can't read the new store.
        public let major: Int
        /// The part that changes when something is added.
        public let minor: Int
        /// The part that changes for corrections.
        public let patch: Int

        /// Makes a version from its three parts.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// Orders by major, then minor, then patch.
        public static func < (lhs: Version, rhs: Version) -> Bool {
            (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
        }

        /// The dotted form, such as `1.2.0`.
        public var description: String { "\(major).\(minor).\(patch)" }
    }
}
