// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A failure of the framework, told apart by identity and explained in words.
///
/// Two errors are equal when they are of the same kind, whatever their explanation.
public struct SwiftDataError: Error, Hashable, CustomStringConvertible {
    enum Kind: String, Sendable {
        case includePendingChangesWithBatchSize
        case unsupportedPredicate
        case unsupportedKeyPath
        case sortingPendingChangesWithIdentifiers
        case unsupportedSortDescriptor
        case duplicateConfiguration
        case configurationFileNameTooLong
        case configurationFileNameContainsInvalidCharacters
        case configurationSchemaNotFoundInContainerSchema
        case loadIssueModelContainer
        case modelValidationFailure
        case missingModelContext
        case backwardMigration
        case unknownSchema
        case historyTokenExpired
        case invalidTransactionFetchRequest
        case unknownDataStoreSchema
    }

    let kind: Kind
    /// What exactly went wrong and what to do about it; empty for the static members.
    public let explanation: String
    /// The error that caused this one.
    public let underlyingError: (any Error)?

    init(_ kind: Kind, _ explanation: String = "", underlyingError: (any Error)? = nil) {
        self.kind = kind
        self.explanation = explanation
        self.underlyingError = underlyingError
    }

    /// Whether both are of the same kind.
    public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
        lhs.kind == rhs.kind
    }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

    /// Matches any error of the same kind in a `catch`.
    public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
        (rhs as? SwiftDataError) == lhs
    }

    /// The kind, the explanation and the cause.
    public var description: String {
        let cause = underlyingError.map { " (\($0))" } ?? ""
        return explanation.isEmpty
            ? "\(kind.rawValue)\(cause)" : "\(kind.rawValue): \(explanation)\(cause)"
    }

    /// A fetch in batches can't include pending changes.
    public static let includePendingChangesWithBatchSize = SwiftDataError(
        .includePendingChangesWithBatchSize
    )
    /// A predicate has no translation.
    public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
    /// A key path leads to no persisted property.
    public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
    /// Identifiers of pending models can't be sorted.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
        .sortingPendingChangesWithIdentifiers
    )
    /// A sort descriptor has no translation.
    public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
    /// Two configurations have one name or one URL.
    public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
    /// A configuration's name makes too long a file name.
    public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
    /// A configuration's name has characters that a file name can't have.
    public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
        .configurationFileNameContainsInvalidCharacters
    )
    /// A configuration's schema has a model that the container's schema doesn't.
    public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema
    )
    /// A store can't be opened.
    public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
    /// A model breaks a rule of its schema.
    public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
    /// A model isn't in a context.
    public static let missingModelContext = SwiftDataError(.missingModelContext)
    /// The store is newer than every schema of the migration plan.
    public static let backwardMigration = SwiftDataError(.backwardMigration)
    /// The store's schema, or a model type, isn't one that was given.
    public static let unknownSchema = SwiftDataError(.unknownSchema)
    /// History was deleted past the token.
    public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
    /// A history request can't be carried out.
    public static let invalidTransactionFetchRequest = SwiftDataError(
        .invalidTransactionFetchRequest
    )
    /// A custom store has no schema.
    public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)
}

extension SwiftDataError {
    static func unsupportedPredicate(_ explanation: String) -> SwiftDataError {
        SwiftDataError(.unsupportedPredicate, explanation)
    }
    static func unsupportedKeyPath(_ explanation: String) -> SwiftDataError {
        SwiftDataError(.unsupportedKeyPath, explanation)
    }
    static func unsupportedSortDescriptor(_ explanation: String) -> SwiftDataError {
        SwiftDataError(.unsupportedSortDescriptor, explanation)
    }
    static func modelValidationFailure(_ explanation: String) -> SwiftDataError {
        SwiftDataError(.modelValidationFailure, explanation)
    }
    static func unknownSchema(_ explanation: String) -> SwiftDataError {
        SwiftDataError(.unknownSchema, explanation)
    }
    static func loadIssue(_ explanation: String, _ cause: (any Error)? = nil) -> SwiftDataError {
        SwiftDataError(.loadIssueModelContainer, explanation, underlyingError: cause)
    }
}
