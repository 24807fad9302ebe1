// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// The result of a check of a store's file.
///
/// Values are checked if the file has no other problems.
package struct StoreVerification: Sendable {
    /// The maximum number each of problems, damaged strings and damaged contents.
    package static let problemLimit = 20

    /// The problems of the file, of references and of indexes.
    package let problems: [String]
    /// Whether rebuilding the indexes solves all problems, because the rows can be read.
    package let needsOnlyIndexes: Bool
    /// The strings with bytes that are not valid UTF-8.
    package let damagedTexts: [DamagedValue]
    /// The contents with a digest that differs from the recorded one.
    package let damagedContents: [DamagedContent]
    /// The numbers of rows, by the names of entities.
    package let rowCounts: [String: Int]
    /// The version of the schema.
    package let version: Schema.Version
    /// The latest date of a property; `nil` if none was requested or there are no rows.
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
        /// Whether a quick check also searches for damaged strings.
        package var includesTexts: Bool
        /// Whether another process may have the store open, or open it during the check.
        ///
        /// The check then never makes that process wait.
        package var isShared: Bool
        /// The property to report the latest date of.
        package var latest: DateProperty?
        /// The owners of rows, for the description of damaged values.
        package var owners: [DamagedValue.Ownership]

        /// Creates the options of a complete check of a file that is not open.
        package init(
            isQuick: Bool = false,
            includesTexts: Bool = false,
            isShared: Bool = false,
            latest: DateProperty? = nil,
            owners: [DamagedValue.Ownership] = []
        ) {
            self.isQuick = isQuick
            self.includesTexts = includesTexts
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
    /// A rule for rows with content in rows of another entity: the contents of all parts together
    /// have the size and the digest that the row records.
    package struct Rule: Sendable {
        let whole: String
        let size: String
        let condition: String
        let part: String
        let owner: String
        let content: String
        let digest: Digest?

        /// Creates a rule from the names of entities and their properties.
        ///
        /// - Parameters:
        ///   - whole: The entity of the rows that record a size.
        ///   - size: The property with the size in bytes.
        ///   - condition: The property that is true if all parts should exist.
        ///   - part: The entity of the parts.
        ///   - owner: The relationship of a part to its whole.
        ///   - content: The property with the bytes of a part.
        ///   - digest: The digest of the content; nil if it is not checked.
        package init(
            whole: String,
            size: String,
            where condition: String,
            part: String,
            owner: String,
            content: String,
            digest: Digest? = nil
        ) {
            self.whole = whole
            self.size = size
            self.condition = condition
            self.part = part
            self.owner = owner
            self.content = content
            self.digest = digest
        }
    }
}

extension StoreVerification.Rule {
    /// The digest that a row records of its content.
    package struct Digest: Sendable {
        let property: String
        let name: String
        let position: String
        let make: @Sendable () -> any ContentDigest

        /// Describes a digest.
        ///
        /// - Parameters:
        ///   - property: The property of the whole with the digest.
        ///   - name: The property of the whole that names the content for people.
        ///   - position: The property of a part with its position in the content.
        ///   - make: Returns the digest of an empty content.
        package init(
            _ property: String,
            named name: String,
            by position: String,
            _ make: @escaping @Sendable () -> any ContentDigest
        ) {
            self.property = property
            self.name = name
            self.position = position
            self.make = make
        }
    }
}

extension StoreVerification {
    /// A content with a wrong digest.
    package struct DamagedContent: Sendable, Equatable {
        /// The name of the content.
        package let name: String
        /// The identity of the object to which the content belongs; nil if it is not known.
        package let owner: String?
    }
}

/// The digest of a content that is passed in pieces.
package protocol ContentDigest {
    /// Appends bytes.
    mutating func append(_ bytes: Data)
    /// The digest of all bytes so far, in the form in which rows record it.
    var text: String { get }
}

/// The result of an attempt to decrypt every encrypted value of a store.
///
/// Values in external files are not part of it.
package struct EncryptedValues: Sendable, Equatable {
    /// The maximum number of damaged values that are described.
    package static let describedCount = 200

    /// The number of values.
    package internal(set) var count = 0
    /// The number of values that cannot be decrypted.
    package internal(set) var damagedCount = 0
    /// The first of these.
    package internal(set) var damages: [DamagedValue] = []
}
