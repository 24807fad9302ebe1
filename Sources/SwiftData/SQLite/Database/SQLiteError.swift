// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite
internal import Glibc

/// An error that SQLite reported.
struct SQLiteError: Error, CustomStringConvertible {
    /// The kinds of errors that callers distinguish.
    enum Kind {
        case busy
        case cannotOpen
        case constraint
        case damaged
        case full
        case inputOutput
        case interrupted
        case notADatabase
        case notNull
        case notUnique
        case readOnly
        case tooComplex
        case other
    }

    /// The extended result code.
    let code: Int32
    /// The description of the error by SQLite.
    let message: String

    var description: String { "SQLite error \(code): \(message)" }

    init(_ code: Int32, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates the error of the last call on a connection, which returned `code`.
    init(_ code: Int32, in connection: OpaquePointer?) {
        // The connection has no message of its own for a misused call or a failed allocation.
        guard let connection, sqlite3_errcode(connection) & 0xFF == code & 0xFF else {
            self.init(code, String(cString: sqlite3_errstr(code)))
            return
        }
        // SQLite reports a full disk only for some of its writes, and a used-up quota for none. By
        // now it may have lost the reason, except for the log (`LogFile`).
        if code & 0xFF == SQLITE_IOERR, [ENOSPC, EDQUOT].contains(sqlite3_system_errno(connection))
        {
            self.init(SQLITE_FULL, String(cString: sqlite3_errstr(SQLITE_FULL)))
            return
        }
        self.init(
            sqlite3_extended_errcode(connection),
            String(cString: sqlite3_errmsg(connection))
        )
    }

    /// The error of a commit after SQLite itself rolled the transaction back.
    static var rolledBack: SQLiteError {
        SQLiteError(SQLITE_ABORT, "the transaction was rolled back after an error")
    }

    /// Creates the error of a database that contradicts itself.
    static func damaged(_ message: String) -> SQLiteError { SQLiteError(SQLITE_CORRUPT, message) }

    var kind: Kind {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_CONSTRAINT: constraintKind
        case SQLITE_CORRUPT: .damaged
        case SQLITE_FULL: .full
        case SQLITE_IOERR: .inputOutput
        case SQLITE_INTERRUPT: .interrupted
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_ERROR where exceedsLimit: .tooComplex
        default: .other
        }
    }

    /// Whether a statement exceeds a limit of the parser, for which there is no code.
    private var exceedsLimit: Bool {
        let limits = [
            "parser stack overflow", "Expression tree is too large", "too many SQL variables",
        ]
        return limits.contains { message.hasPrefix($0) }
    }

    private var constraintKind: Kind {
        switch code {
        case csqlite_constraint_unique, csqlite_constraint_primarykey, csqlite_constraint_rowid:
            .notUnique
        case csqlite_constraint_notnull: .notNull
        default: .constraint
        }
    }
}
