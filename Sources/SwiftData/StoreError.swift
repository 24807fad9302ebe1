// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error of a store, with a code for programs and a message for users.
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
    /// The kind of an error; later versions may add codes.
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
    /// - ``tooOld``
    /// - ``encryptionKey``
    ///
    /// ### Saving
    ///
    /// - ``notUnique``
    /// - ``constraint``
    ///
    /// ### Fetching
    ///
    /// - ``searchSyntax``
    /// - ``overflow``
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
        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The disk is full, or the user's quota is exhausted.
        public static let full = Code(rawValue: "full")
        /// The store was opened read-only, or its file is not writable.
        public static let readOnly = Code(rawValue: "readOnly")
        /// Another process has the file open, or this process does and the operation excludes it.
        public static let locked = Code(rawValue: "locked")
        /// The file is not a store.
        public static let notAStore = Code(rawValue: "notAStore")
        /// The store was written by a newer version of this framework.
        public static let tooNew = Code(rawValue: "tooNew")
        /// The store was written before the first release of this framework.
        public static let tooOld = Code(rawValue: "tooOld")
        /// The key for encrypted attributes is missing or belongs to another store.
        public static let encryptionKey = Code(rawValue: "encryptionKey")
        /// The file is damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// Two models have the same unique value.
        public static let notUnique = Code(rawValue: "notUnique")
        /// A required reference or value is missing.
        public static let constraint = Code(rawValue: "constraint")
        /// The file cannot be read or written.
        public static let inputOutput = Code(rawValue: "inputOutput")
        /// The file was removed or replaced while it was open.
        public static let replaced = Code(rawValue: "replaced")
        /// A full-text query is invalid.
        public static let searchSyntax = Code(rawValue: "searchSyntax")
        /// A sum is out of the range of its type.
        public static let overflow = Code(rawValue: "overflow")
        /// A read was cancelled.
        package static let interrupted = Code(rawValue: "interrupted")
        /// Any other error of SQLite or of the store.
        public static let failed = Code(rawValue: "failed")
    }

    /// The code of the error.
    public let code: Code
    /// A description of the failure and its remedy.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
