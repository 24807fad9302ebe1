// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error thrown by the framework, identified by its code.
///
/// Two errors are equal if they have the same code, regardless of their explanations.
///
/// ## Topics
///
/// ### Reading an error
///
/// - ``explanation``
/// - ``underlyingError``
/// - ``description``
///
/// ### Fetching
///
/// - ``unsupportedPredicate``
/// - ``unsupportedSortDescriptor``
/// - ``unsupportedKeyPath``
/// - ``includePendingChangesWithBatchSize``
/// - ``sortingPendingChangesWithIdentifiers``
///
/// ### Saving
///
/// - ``modelValidationFailure``
/// - ``missingModelContext``
///
/// ### Opening and migrating stores
///
/// - ``loadIssueModelContainer``
/// - ``unknownSchema``
/// - ``backwardMigration``
/// - ``unknownDataStoreSchema``
///
/// ### Configurations
///
/// - ``duplicateConfiguration``
/// - ``configurationSchemaNotFoundInContainerSchema``
/// - ``configurationFileNameTooLong``
/// - ``configurationFileNameContainsInvalidCharacters``
///
/// ### History
///
/// - ``historyTokenExpired``
/// - ``invalidTransactionFetchRequest``
///
/// ### Matching errors
///
/// - ``~=(_:_:)``
/// - ``==(_:_:)``
/// - ``hash(into:)``
public struct SwiftDataError: Error, Hashable, CustomStringConvertible {
    enum Code: String, Sendable {
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

    let code: Code
    /// The cause of the failure and its remedy; empty for the static members.
    public let explanation: String
    /// The error that caused this error.
    public let underlyingError: (any Error)?

    init(_ code: Code, _ explanation: String = "", underlyingError: (any Error)? = nil) {
        self.code = code
        self.explanation = explanation
        self.underlyingError = underlyingError
    }

    /// Returns whether two errors have the same code.
    public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
        lhs.code == rhs.code
    }

    /// Hashes the code of the error.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Matches errors with the same code in a `catch` clause.
    public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
        (rhs as? SwiftDataError) == lhs
    }

    /// The code, the explanation and the underlying error.
    public var description: String {
        let cause = underlyingError.map { " (\($0))" } ?? ""
        return explanation.isEmpty
            ? "\(code.rawValue)\(cause)" : "\(code.rawValue): \(explanation)\(cause)"
    }

    /// A batched fetch that would include pending changes.
    public static let includePendingChangesWithBatchSize = SwiftDataError(
        .includePendingChangesWithBatchSize
    )
    /// A predicate with a part that the store cannot evaluate.
    public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
    /// A key path that does not refer to a persisted property.
    public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
    /// A sort by identifier over models with temporary identifiers.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
        .sortingPendingChangesWithIdentifiers
    )
    /// A sort descriptor that the store cannot evaluate.
    public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
    /// Two configurations with the same name or URL.
    public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
    /// A configuration name that exceeds the maximum length of a file name.
    public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
    /// A configuration name with characters that are not allowed in a file name.
    public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
        .configurationFileNameContainsInvalidCharacters
    )
    /// A configuration schema with a model that the container's schema lacks.
    public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema
    )
    /// A store that cannot be opened.
    public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
    /// A model that violates a rule of its schema.
    public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
    /// A model that does not belong to a context.
    public static let missingModelContext = SwiftDataError(.missingModelContext)
    /// A store that is newer than every schema in the migration plan.
    public static let backwardMigration = SwiftDataError(.backwardMigration)
    /// A model type or store schema that the container does not include.
    public static let unknownSchema = SwiftDataError(.unknownSchema)
    /// A history token older than the oldest remaining transaction.
    public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
    /// A history request that cannot be executed.
    public static let invalidTransactionFetchRequest = SwiftDataError(
        .invalidTransactionFetchRequest
    )
    /// A custom store without a schema.
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
