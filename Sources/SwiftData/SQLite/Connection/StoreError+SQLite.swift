// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension StoreError {
    /// The error of an interrupted read.
    static let interrupted = StoreError(.interrupted, "the read was interrupted")

    /// Returns the error of a file for which there is no space.
    static func full(_ path: String) -> StoreError {
        StoreError(
            .full,
            "no space left on the device of \(path), or in its quota; free some space and try again"
        )
    }

    /// Creates the store error that corresponds to an SQLite error.
    init(_ error: SQLiteError, path: String) {
        let detail = error.message
        switch error.kind {
        case .notUnique:
            self.init(.notUnique, "a value violates a unique constraint (\(detail))")
        case .full:
            self = .full(path)
        case .readOnly:
            self.init(.readOnly, "\(path) is not writable (\(detail))")
        case .notADatabase:
            self.init(.notAStore, "\(path) is not a store; it was not changed")
        case .damaged:
            self.init(.damaged, "\(path) is damaged (\(detail))")
        case .constraint, .notNull:
            self.init(.constraint, "a value violates a constraint of the schema (\(detail))")
        case .cannotOpen, .inputOutput:
            self.init(.inputOutput, "could not read or write \(path) (\(detail))")
        case .busy:
            self.init(.locked, "\(path) is in use by another process (\(detail))")
        case .interrupted:
            self = .interrupted
        case .tooComplex, .other:
            self.init(.failed, detail)
        }
    }

    /// Runs `body` and rethrows an `SQLiteError` as the corresponding `StoreError`.
    ///
    /// Only the statement of a predicate can be too complex for SQLite's parser.
    static func translating<R>(path: String, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as SQLiteError where error.kind == .tooComplex {
            throw SwiftDataError.unsupportedPredicate(
                "the predicate has more conditions or nests them deeper than SQLite permits "
                    + "(\(error.message)); use fewer, or contains with a captured collection"
            )
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        }
    }
}
