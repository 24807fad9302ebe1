// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSystemd
internal import Glibc
internal import JournalProtocol
internal import JournalSystem

/// The state of a handover in a file in memory, which is passed as a descriptor.
enum StateFile {
    /// The maximum size in bytes.
    static let limit = 64 << 20

    /// Writes bytes to a new file and returns its descriptor.
    static func write(_ bytes: [UInt8]) throws(SystemError) -> Int32 {
        let descriptor = csystemd_memory_file(DescriptorName.state)
        guard descriptor >= 0 else { throw .last }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.write(
                    descriptor,
                    bytes.baseAddress.map { $0 + written },
                    bytes.count - written
                )
            }
            guard count > 0 else {
                let error = SystemError.last
                close(descriptor)
                throw error
            }
            written += count
        }
        return descriptor
    }

    /// Reads the bytes of a file from its start.
    static func read(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), limit))
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeMutableBytes { bytes in
                pread(
                    descriptor,
                    bytes.baseAddress.map { $0 + position },
                    bytes.count - position,
                    off_t(position)
                )
            }
            guard count > 0 else { throw .last }
            position += count
        }
        return bytes
    }
}
