// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// The result of a check of a store's file.
package struct StoreVerification: Sendable {
    /// The problems, at most 20; empty if the file is intact.
    package let problems: [String]
    /// The numbers of rows, by the names of entities.
    package let rowCounts: [String: Int]
    /// The version of the schema.
    package let version: Schema.Version
    /// The latest date of a property; nil if none was asked for or there are no rows.
    package let latest: Date?
    /// Whether the store has encrypted attributes.
    package let isEncrypted: Bool
    /// The check of the encrypted values; nil if there are none, if the configuration has no key
    /// or another one, or if the file has problems.
    package let encryptedValues: EncryptedValues?

    /// The beginning of problems that a new full-text index solves.
    package static let indexProblem = "the full-text index"
}

extension StoreVerification {
    /// The extent of a check.
    package struct Options: Sendable {
        /// Whether only the structure of the file is checked, without indexes and references.
        package var isQuick: Bool
        /// Whether another process may have the store open, or open it during the check; the store
        /// is then read beside that process, which never waits.
        package var isShared: Bool
        /// The property whose latest date is part of the result.
        package var latest: DateProperty?
        /// The owners of rows, for the description of damaged values.
        package var owners: [EncryptedValues.Ownership]

        /// Creates the options of a complete check of a file that is not open.
        package init(
            isQuick: Bool = false,
            isShared: Bool = false,
            latest: DateProperty? = nil,
            owners: [EncryptedValues.Ownership] = []
        ) {
            self.isQuick = isQuick
            self.isShared = isShared
            self.latest = latest
            self.owners = owners
        }
    }

    /// A property with dates.
    package struct DateProperty: Sendable {
        let entity: String
        let property: String

        /// Names a property of an entity.
        package init(entity: String, property: String) {
            self.entity = entity
            self.property = property
        }
    }
}

extension StoreVerification {
    /// A rule for rows whose content is in rows of another entity: the contents of all parts
    /// together have the size that the row records.
    package struct Rule: Sendable {
        let whole: String
        let size: String
        let condition: String
        let part: String
        let owner: String
        let content: String

        /// Creates a rule from the names of entities and their properties.
        ///
        /// - Parameters:
        ///   - whole: The entity of the rows that record a size.
        ///   - size: The property with the size in bytes.
        ///   - condition: The property that is true if all parts should exist.
        ///   - part: The entity of the parts.
        ///   - owner: The relationship of a part to its whole.
        ///   - content: The property with the bytes of a part.
        package init(
            whole: String,
            size: String,
            where condition: String,
            part: String,
            owner: String,
            content: String
        ) {
            self.whole = whole
            self.size = size
            self.condition = condition
            self.part = part
            self.owner = owner
            self.content = content
        }
    }
}
