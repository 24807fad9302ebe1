// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
import Synchronization

/// The memory that the processes of a shared store have in common: a part of its lock file.
///
/// Nothing in it has to be correct after a crash: the counters only increase, and what they protect
/// is in the store. Unchecked, because the memory is accessed by atomic operations only.
final class ProcessMemory: @unchecked Sendable {
    /// The position of the memory in the file, behind the name of the process that uses the store
    /// alone.
    private static let offset: off_t = 4_096
    private static let size = 4_096
    /// The words at which the numbers of the processes begin.
    private static let firstProcess = 8
    private static let processLimit = 256

    /// A word of the memory.
    enum Word: Int {
        /// The last key that was reserved for new models of any entity.
        case lastKey
        /// The number of changes: each turn to write counts at its beginning and its end.
        case changes
        /// The process that writes.
        case writer
        /// The process that opens the store.
        case opener
    }

    private let words: UnsafeMutablePointer<Atomic<Int64>>
    /// The position of this process among the numbers; nil if there were too many.
    private var ownProcess: Int?

    /// Maps the memory in an open file, which is extended if necessary.
    ///
    /// - Returns: Nil, with a reason in `errno`, if that is not possible.
    init?(_ descriptor: Int32) {
        // The space is allocated, so that writing to the memory cannot fail for want of it.
        let code = posix_fallocate(descriptor, 0, Self.offset + off_t(Self.size))
        guard code == 0 else {
            errno = code
            return nil
        }
        let memory = mmap(
            nil,
            Self.size,
            PROT_READ | PROT_WRITE,
            MAP_SHARED,
            descriptor,
            Self.offset
        )
        guard let memory, memory != MAP_FAILED else { return nil }
        words = memory.assumingMemoryBound(to: Atomic<Int64>.self)
        join()
    }

    deinit {
        leave()
        munmap(UnsafeMutableRawPointer(words), Self.size)
    }

    // MARK: Counters

    subscript(_ word: Word) -> Int64 {
        get { words[word.rawValue].load(ordering: .sequentiallyConsistent) }
        set { words[word.rawValue].store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Reserves keys, and returns the one before them.
    func reserveKeys(_ count: Int64) -> Int64 {
        words[Word.lastKey.rawValue].wrappingAdd(count, ordering: .sequentiallyConsistent).oldValue
    }

    /// Continues the keys after at least `key`.
    func continueKeys(after key: Int64) {
        words[Word.lastKey.rawValue].max(key, ordering: .sequentiallyConsistent)
    }

    // MARK: Processes

    private static var places: Range<Int> { firstProcess..<firstProcess + processLimit }

    private func join() {
        let own = Int64(getpid())
        for place in Self.places {
            let other = words[place].load(ordering: .relaxed)
            guard other == 0 || !Self.isRunning(other) else { continue }
            let result = words[place].compareExchange(
                expected: other,
                desired: own,
                ordering: .sequentiallyConsistent
            )
            if result.exchanged {
                ownProcess = place
                return
            }
        }
    }

    /// Removes this process from the list of processes.
    func leave() {
        guard let place = ownProcess else { return }
        ownProcess = nil
        words[place].store(0, ordering: .sequentiallyConsistent)
    }

    private static func isRunning(_ process: Int64) -> Bool {
        kill(pid_t(truncatingIfNeeded: process), 0) == 0 || errno != ESRCH
    }

    /// Whether other processes may have the store open.
    var hasOthers: Bool {
        Self.places.contains { place in
            place != ownProcess && words[place].load(ordering: .sequentiallyConsistent) != 0
        }
    }

    /// Returns the numbers of the other processes that have the store of an open lock file open.
    static func processes(of descriptor: Int32) -> [pid_t] {
        var numbers = [Int64](repeating: 0, count: processLimit)
        let start = offset + off_t(firstProcess * MemoryLayout<Int64>.size)
        let size = processLimit * MemoryLayout<Int64>.size
        guard pread(descriptor, &numbers, size, start) == size else { return [] }
        let others = Set(numbers.filter { $0 > 0 && $0 != Int64(getpid()) && isRunning($0) })
        return others.sorted().map { pid_t(truncatingIfNeeded: $0) }
    }
}
