// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalSystem
internal import JournalTransfer

/// A file on a disk that may be faulty.
final class DiskFile: PageFile {
    let size: Int
    private let descriptor: Int32

    /// Opens a file.
    init(path: String) throws(ClientError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ClientError(.unreadable, "cannot read \(path): \(SystemError.last)")
        }
        self.descriptor = descriptor
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = Int(status.st_size)
        guard isFile else { throw ClientError(.input, "\(path) is not a regular file") }
    }

    deinit { close(descriptor) }

    func bytes(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let start = buffer.baseAddress.map { $0 + filled }
                let read = pread(descriptor, start, count - filled, off_t(offset + filled))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                filled += read
            }
        }
    }
}
