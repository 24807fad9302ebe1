// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite
internal import Glibc

/// An open write-ahead log that writes to its file in batches, at the latest with each commit.
///
/// Other connections read a commit after SQLite has published it in the shared memory of the log,
/// which it does after it has written, and synchronized, the last frame of the commit.
final class LogFile {
    /// The file of the system.
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let memory: UnsafeMutableRawPointer
    private let writes = LogWrites()

    /// Opens a file in another file system.
    ///
    /// - Returns: Nil, with the error of the system in `code`, if it cannot be opened.
    init?(
        in system: UnsafeMutablePointer<sqlite3_vfs>,
        name: UnsafePointer<CChar>?,
        flags: Int32,
        usedFlags: UnsafeMutablePointer<Int32>?,
        code: inout Int32
    ) {
        let size = Int(system.pointee.szOsFile)
        memory = .allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        file = memory.assumingMemoryBound(to: sqlite3_file.self)
        code = system.pointee.xOpen?(system, name, file, flags, usedFlags) ?? SQLITE_CANTOPEN
        guard code == SQLITE_OK else {
            // A file that could not be opened is closed if it has methods.
            _ = file.pointee.pMethods?.pointee.xClose?(file)
            return nil
        }
    }

    deinit { memory.deallocate() }

    private var methods: UnsafePointer<sqlite3_io_methods>? { file.pointee.pMethods }

    // MARK: Delayed writes

    /// Delays a write, and writes the commit that it completes.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
        let canDelay = writes.canDelay(bytes.count, at: offset)
        if !canDelay || !writes.continues(bytes.count, at: offset) {
            let code = flush()
            guard code == SQLITE_OK else { return code }
        }
        guard canDelay else {
            writes.note(bytes, at: offset)
            return write(bytes, offset: offset)
        }
        writes.append(bytes, at: offset)
        return writes.endsWithCommit ? flush() : SQLITE_OK
    }

    /// Writes what was delayed.
    ///
    /// After an error, writes are no longer delayed: SQLite rolls back the transaction and does not
    /// use its part of the log.
    private func flush() -> Int32 {
        guard !writes.isEmpty else { return SQLITE_OK }
        defer { writes.removeAll() }
        return writeDelayed()
    }

    private func writeDelayed() -> Int32 { write(writes.bytes, offset: writes.offset) }

    private func write(_ bytes: UnsafeRawBufferPointer, offset: Int64) -> Int32 {
        reporting(methods?.pointee.xWrite?(file, bytes.baseAddress, Int32(bytes.count), offset))
    }

    /// Returns the code of an operation, or `SQLITE_FULL` if the disk is full or a quota is used
    /// up.
    ///
    /// SQLite does so only for a full disk and a write. A connection has often lost the reason when
    /// it reports the error.
    private func reporting(_ code: Int32?) -> Int32 {
        guard let code else { return SQLITE_IOERR }
        var reason: Int32 = 0
        guard code & 0xFF == SQLITE_IOERR,
            control(SQLITE_FCNTL_LAST_ERRNO, argument: &reason) == SQLITE_OK,
            reason == ENOSPC || reason == EDQUOT
        else { return code }
        return SQLITE_FULL
    }

    /// Writes what was delayed, and keeps it after an error.
    ///
    /// A transaction continues after it could not read a page, and may commit the delayed ones.
    private func flushToRead() -> Int32 {
        guard !writes.isEmpty else { return SQLITE_OK }
        let code = writeDelayed()
        if code == SQLITE_OK { writes.removeAll() }
        return code
    }

    // MARK: Operations of the file

    func read(_ bytes: UnsafeMutableRawPointer?, count: Int32, at offset: Int64) -> Int32 {
        let code = flushToRead()
        guard code == SQLITE_OK else { return code }
        return methods?.pointee.xRead?(file, bytes, count, offset) ?? SQLITE_IOERR
    }

    func synchronize(_ flags: Int32) -> Int32 {
        let code = flush()
        guard code == SQLITE_OK else { return code }
        return reporting(methods?.pointee.xSync?(file, flags))
    }

    func truncate(to size: Int64) -> Int32 {
        let code = flush()
        guard code == SQLITE_OK else { return code }
        return reporting(methods?.pointee.xTruncate?(file, size))
    }

    func size(_ result: UnsafeMutablePointer<Int64>?) -> Int32 {
        let code = flushToRead()
        guard code == SQLITE_OK else { return code }
        return methods?.pointee.xFileSize?(file, result) ?? SQLITE_IOERR
    }

    func control(_ operation: Int32, argument: UnsafeMutableRawPointer?) -> Int32 {
        methods?.pointee.xFileControl?(file, operation, argument) ?? SQLITE_NOTFOUND
    }

    var sectorSize: Int32 { methods?.pointee.xSectorSize?(file) ?? 0 }

    var characteristics: Int32 { methods?.pointee.xDeviceCharacteristics?(file) ?? 0 }

    func close() -> Int32 {
        let written = flush()
        let code = methods?.pointee.xClose?(file) ?? SQLITE_OK
        return written == SQLITE_OK ? code : written
    }
}
