// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Opens the database connections of a store.
enum SQLiteConnectionFactory {
    /// The number of milliseconds that a reader waits while another process recovers the log.
    ///
    /// Nothing else makes a reader wait. The writer of an exclusive store does not wait: only a
    /// foreign process can hold its lock, for an unknown time, and the caller can report that or
    /// try again.
    private static let readerTimeout: Int32 = 10_000

    /// The size in bytes to which a log is truncated that a reader kept from beginning again.
    static let logSizeLimit = 32 * 1_024 * 1_024

    /// Opens a connection that writes and prepares others that read, or opens a single connection
    /// for a store in memory.
    ///
    /// Writes of the pool hold `file.writing`. A store in a place that cannot be written is read
    /// from the files of `unchanged`. Tests can set that readers do not keep their transactions.
    static func open(
        _ configuration: ModelConfiguration,
        layout: SchemaLayout,
        file: SharedStoreFile = SharedStoreFile(nil),
        unchanged: UnchangedStore? = nil,
        keepsReads: Bool = Accelerators.areUsed
    ) throws -> ConnectionPool {
        guard !configuration.isStoredInMemoryOnly else {
            let access = SQLiteDatabase.Access.readWrite
            let writer = try connect(to: SQLiteDatabase.inMemory, layout: layout, access: access)
            return ConnectionPool(writer, writerLock: file.writing)
        }
        if let unchanged { return try open(unchanged, layout: layout, file: file) }
        let path = configuration.url.path(percentEncoded: false)
        let writer = try connect(
            to: path,
            layout: layout,
            access: configuration.allowsSave ? .readWrite : .readOnly,
            // Another process may recover the log, or close its last connection.
            busyTimeout: file.processes == nil ? 0 : readerTimeout
        )
        if configuration.allowsSave {
            try setUpLog(of: writer)
            // A reply means that the write is durable: each commit syncs the WAL file.
            try writer.execute("PRAGMA synchronous = FULL")
            // Overwrites deleted content with zeros where that needs no additional I/O.
            try writer.execute("PRAGMA secure_delete = FAST")
        }
        let keepsReads = keepsReads && configuration.allowsSave
        return ConnectionPool(
            writer,
            writerLock: file.writing,
            turns: configuration.allowsSave ? file.processes?.turns : nil,
            readers: keepsReads
                ? KeptReaders(IdleReaders(), of: file.keptReads) : IdleReaders()
        ) {
            try connect(to: path, layout: layout, access: .readOnly, busyTimeout: readerTimeout)
        }
    }

    /// Opens connections to the files of a store in a place that cannot be written.
    private static func open(
        _ unchanged: UnchangedStore,
        layout: SchemaLayout,
        file: SharedStoreFile
    ) throws -> ConnectionPool {
        let (path, access) = (unchanged.path, unchanged.access)
        let first = try connect(to: path, layout: layout, access: access)
        // Recovers the log of a copy, which the other connections cannot do.
        _ = try first.integer("SELECT count(*) FROM sqlite_schema")
        return ConnectionPool(first, writerLock: file.writing) {
            try connect(
                to: path,
                layout: layout,
                access: access == .immutable ? .immutable : .readOnly
            )
        }
    }

    private static func connect(
        to path: String,
        layout: SchemaLayout,
        access: SQLiteDatabase.Access,
        busyTimeout: Int32 = 0
    ) throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path, access: access, busyTimeout: busyTimeout)
        try database.protectInternalTables()
        try SQLFunctions.install(in: database)
        try PendingModule.install(in: database, for: layout)
        try ElementsModule.install(in: database)
        try database.execute("PRAGMA temp_store = MEMORY")
        try database.execute("PRAGMA trusted_schema = ON")
        return database
    }

    /// Sets the mode in which readers do not wait for the writer, and creates the log, which a
    /// read-only connection cannot do.
    private static func setUpLog(of database: SQLiteDatabase) throws {
        let mode = try database.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw StoreError(
                .inputOutput,
                "the store has the journal mode \(mode ?? "unknown"); use a file system with "
                    + "shared memory, which a write-ahead log needs"
            )
        }
        // The next log truncates the file of one that was kept long by a reader.
        try database.execute("PRAGMA journal_size_limit = \(logSizeLimit)")
        _ = try database.integer("SELECT count(*) FROM sqlite_schema")
    }
}
