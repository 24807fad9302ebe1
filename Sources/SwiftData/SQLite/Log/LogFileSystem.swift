// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The file system of SQLite, except that a write-ahead log is written with one call for each
/// commit.
///
/// SQLite itself writes a log with two calls for each page (decision 0095).
enum LogFileSystem {
    /// The name under which connections select the file system; nil if SQLite has none.
    static let name: String? = {
        guard let system = sqlite3_vfs_find(nil) else { return nil }
        // Never deallocated: connections may use it until the process ends.
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        own.initialize(to: system.pointee)
        let name: StaticString = "swiftdata"
        own.pointee.zName = name.characters
        let size = Int32(MemoryLayout<csqlite_log_file>.size)
        own.pointee.szOsFile = max(system.pointee.szOsFile, size)
        own.pointee.xOpen = { _, name, file, flags, usedFlags in
            LogFileSystem.open(name, as: file, flags: flags, usedFlags: usedFlags)
        }
        return sqlite3_vfs_register(own, 0) == SQLITE_OK ? name.description : nil
    }()

    /// Opens a log as a `LogFile`, and any other file as a file of the system.
    private static func open(
        _ name: UnsafePointer<CChar>?,
        as file: UnsafeMutablePointer<sqlite3_file>?,
        flags: Int32,
        usedFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let file, let system = sqlite3_vfs_find(nil) else { return SQLITE_CANTOPEN }
        guard flags & SQLITE_OPEN_WAL != 0 else {
            return system.pointee.xOpen?(system, name, file, flags, usedFlags) ?? SQLITE_CANTOPEN
        }
        // Without methods, SQLite does not close a file that could not be opened.
        file.pointee.pMethods = nil
        var code = SQLITE_OK
        guard
            let log = LogFile(
                in: system,
                name: name,
                flags: flags,
                usedFlags: usedFlags,
                code: &code
            )
        else {
            return code
        }
        file.withMemoryRebound(to: csqlite_log_file.self, capacity: 1) { memory in
            memory.pointee.log = Unmanaged.passRetained(log).toOpaque()
        }
        file.pointee.pMethods = methods
        return SQLITE_OK
    }

    /// Returns the log in an open file.
    private static func log(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Unmanaged<LogFile>? {
        file?.withMemoryRebound(to: csqlite_log_file.self, capacity: 1) { memory in
            memory.pointee.log.map { Unmanaged.fromOpaque($0) }
        }
    }

    /// Calls an operation of the log in an open file.
    private static func use(
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        _ operation: (LogFile) -> Int32
    ) -> Int32 {
        log(file).map { operation($0.takeUnretainedValue()) } ?? SQLITE_MISUSE
    }

    /// The operations of a log.
    ///
    /// Unsafe, because a pointer is not Sendable: what it refers to is never changed.
    private nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        var operations = sqlite3_io_methods()
        operations.iVersion = 1
        operations.xClose = { file in
            let log = LogFileSystem.log(file)
            let code = LogFileSystem.use(file) { $0.close() }
            log?.release()
            return code
        }
        operations.xRead = { file, bytes, count, offset in
            LogFileSystem.use(file) { $0.read(bytes, count: count, at: offset) }
        }
        operations.xWrite = { file, bytes, count, offset in
            LogFileSystem.use(file) { log in
                log.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: offset)
            }
        }
        operations.xTruncate = { file, size in LogFileSystem.use(file) { $0.truncate(to: size) } }
        operations.xSync = { file, flags in LogFileSystem.use(file) { $0.synchronize(flags) } }
        operations.xFileSize = { file, size in LogFileSystem.use(file) { $0.size(size) } }
        // SQLite locks the main file, not the log.
        operations.xLock = { _, _ in SQLITE_OK }
        operations.xUnlock = { _, _ in SQLITE_OK }
        operations.xCheckReservedLock = { _, isReserved in
            isReserved?.pointee = 0
            return SQLITE_OK
        }
        operations.xFileControl = { file, operation, argument in
            LogFileSystem.use(file) { $0.control(operation, argument: argument) }
        }
        operations.xSectorSize = { file in LogFileSystem.use(file) { $0.sectorSize } }
        operations.xDeviceCharacteristics = { file in
            LogFileSystem.use(file) { $0.characteristics }
        }
        methods.initialize(to: operations)
        return UnsafePointer(methods)
    }()
}
