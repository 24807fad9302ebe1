// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
internal import Glibc
internal import SwiftData
internal import Synchronization

/// Returns freed memory to the system.
///
/// The C library keeps what is freed for later allocations, except at the end of its heap: one
/// small object there keeps all the memory below it. After peers that held hundreds of megabytes,
/// the process would stay as large as it was at that time.
final class FreedMemory: Sendable {
    /// The growth of the process beyond its smallest size that is worth the time to return memory.
    private static let minimumGrowth = 4 << 20

    private typealias Trim = @convention(c) (Int) -> CInt

    /// `malloc_trim(3)`, which Swift's module of the C library lacks; nil in another library.
    private static let trim: Trim? = dlsym(nil, "malloc_trim").map { address in
        // Unchecked: <malloc.h> declares this type.
        unsafeBitCast(address, to: Trim.self)
    }

    // Not on the event loop: allocations of other threads wait for parts of the work only.
    private let queue = DispatchQueue(label: "journal.freed-memory", qos: .utility)
    private let smallest = Mutex(Int?.none)

    /// Returns freed memory, on a thread of its own, if the process is larger than it was.
    ///
    /// What is in use for a while is no reason to wait: it may be free now.
    func release() {
        queue.async { [self] in
            smallest.withLock { smallest in
                guard let resident = Self.residentByteCount else { return }
                if let size = smallest, resident < size + Self.minimumGrowth { return }
                _ = Self.trim?(0)
                let size = Self.residentByteCount ?? resident
                smallest = min(smallest ?? size, size)
            }
        }
    }

    /// The memory of the process in bytes; nil without `/proc`.
    static var residentByteCount: Int? {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in
            count = max(read(file, buffer.baseAddress, buffer.count), 0)
        }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * Int(getpagesize())
    }
}

/// SQLite's statistics of memory, which slow down all connections and which the service does not
/// use.
package enum MemoryStatistics {
    /// Disables them in the process, before its first store is opened; later, it has no effect.
    package static func disable() { SQLiteLibrary.disableMemoryStatistics() }
}
