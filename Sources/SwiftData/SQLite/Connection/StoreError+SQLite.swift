// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
internal import GRDBSQLite

extension StoreError {
    /// Says in our words what a SQLite failure means.
    init(_ error: DatabaseError, path: String) {
        let detail = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            self.init(.notUnique, "a value that must be unique is already stored (\(detail))")
            return
        default:
            break
        }
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.full, "no space is left for \(path); free some and try again")
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.readOnly, "\(path) can't be written (\(detail))")
        case .SQLITE_NOTADB:
            self.init(.notAStore, "\(path) isn't a store; it was left untouched")
        case .SQLITE_CORRUPT:
            self.init(.damaged, "\(path) is damaged (\(detail))")
        case .SQLITE_CONSTRAINT:
            self.init(.constraint, "a rule of the schema would be broken (\(detail))")
        case .SQLITE_CANTOPEN, .SQLITE_IOERR:
            self.init(.inputOutput, "\(path) can't be read or written (\(detail))")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.locked, "\(path) is in use by another process (\(detail))")
        case .SQLITE_INTERRUPT:
            self = .interrupted
        default:
            self.init(.failed, detail)
        }
    }

    /// Runs `body` and translates what SQLite throws.
    static func translating<R>(path: String, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}
