// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
internal import GRDBSQLite

extension StoreError {
    /// Creates the store error that corresponds to an SQLite error.
    init(_ error: DatabaseError, path: String) {
        let detail = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            self.init(.notUnique, "a value violates a unique constraint (\(detail))")
            return
        default:
            break
        }
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(
                .full,
                "no space left on the device of \(path); free some space and try again"
            )
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.readOnly, "\(path) is not writable (\(detail))")
        case .SQLITE_NOTADB:
            self.init(.notAStore, "\(path) is not a store; it was not changed")
        case .SQLITE_CORRUPT:
            self.init(.damaged, "\(path) is damaged (\(detail))")
        case .SQLITE_CONSTRAINT:
            self.init(.constraint, "a value violates a constraint of the schema (\(detail))")
        case .SQLITE_CANTOPEN, .SQLITE_IOERR:
            self.init(.inputOutput, "could not read or write \(path) (\(detail))")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.locked, "\(path) is in use by another process (\(detail))")
        case .SQLITE_INTERRUPT:
            self = .interrupted
        default:
            self.init(.failed, detail)
        }
    }

    /// Runs `body` and rethrows a `DatabaseError` as the corresponding `StoreError`.
    static func translating<R>(path: String, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}
