// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A failure of a store, told apart by a code and explained in words.
///
/// ```swift
/// do {
///     try context.save()
/// } catch let error as StoreError where error.code == .full {
///     message = error.message
/// } catch SwiftDataError.modelValidationFailure {
///     context.rollback()
/// }
/// ```
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is; more may be added.
    ///
    /// ## Topics
    ///
    /// ### Files
    ///
    /// - ``full``
    /// - ``readOnly``
    /// - ``inputOutput``
    /// - ``damaged``
    /// - ``replaced``
    ///
    /// ### Opening
    ///
    /// - ``locked``
    /// - ``notAStore``
    /// - ``tooNew``
    ///
    /// ### Saving
    ///
    /// - ``notUnique``
    /// - ``constraint``
    ///
    /// ### Searching
    ///
    /// - ``searchSyntax``
    ///
    /// ### Other failures
    ///
    /// - ``failed``
    ///
    /// ### Custom codes
    ///
    /// - ``init(rawValue:)``
    /// - ``rawValue``
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The disk, or the user's share of it, is full.
        public static let full = Code(rawValue: "full")
        /// The store was opened for reading only, or its file can't be written.
        public static let readOnly = Code(rawValue: "readOnly")
        /// Another container has the store open.
        public static let locked = Code(rawValue: "locked")
        /// The file isn't a store.
        public static let notAStore = Code(rawValue: "notAStore")
        /// The store was written by a newer version of this framework.
        public static let tooNew = Code(rawValue: "tooNew")
        /// The file is damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// Two models share a value that must be unique.
        public static let notUnique = Code(rawValue: "notUnique")
        /// A required reference or value is missing.
        public static let constraint = Code(rawValue: "constraint")
        /// The file can't be read or written.
        public static let inputOutput = Code(rawValue: "inputOutput")
        /// The file was removed or replaced while it was open.
        public static let replaced = Code(rawValue: "replaced")
        /// A full-text query can't be understood.
        public static let searchSyntax = Code(rawValue: "searchSyntax")
        /// Whoever asked for a read ended it.
        package static let interrupted = Code(rawValue: "interrupted")
        /// Anything else that SQLite refused.
        public static let failed = Code(rawValue: "failed")
    }

    /// The kind of failure.
    public let code: Code
    /// What failed and what to do about it.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
