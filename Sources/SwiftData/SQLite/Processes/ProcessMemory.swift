// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The memory that the processes of a shared store have in common: a part of its lock file.
///
/// Nothing in it has to be correct after a crash: the counters only increase, and what they protect
/// is in the store. Unchecked, because `ownProcess` changes only while a file is opened or left.
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

    private let memory: UnsafeMutableRawPointer
    private let words: MappedIntegers
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
        self.memory = memory
        words = MappedIntegers(memory)
        join()
    }

    deinit {
        leave()
        munmap(memory, Self.size)
    }

    // MARK: Counters

    subscript(_ word: Word) -> Int64 {
        get { words[word.rawValue] }
        set { words[word.rawValue] = newValue }
    }

    /// Reserves keys, and returns the one before them.
    func reserveKeys(_ count: Int64) -> Int64 {
        words.add(count, to: Word.lastKey.rawValue)
    }

    /// Continues the keys after at least `key`.
    func continueKeys(after key: Int64) {
        words.raise(Word.lastKey.rawValue, to: key)
    }

    // MARK: Processes

    private static var places: Range<Int> { firstProcess..<firstProcess + processLimit }

    private func join() {
        let own = Int64(getpid())
        for place in Self.places {
            let other = words[place]
            guard other == 0 || !Self.isRunning(other),
                words.exchange(place, from: other, to: own)
            else { continue }
            ownProcess = place
            return
        }
    }

    /// Removes this process from the list of processes.
    func leave() {
        guard let place = ownProcess else { return }
        ownProcess = nil
        words[place] = 0
    }

    private static func isRunning(_ process: Int64) -> Bool {
        kill(pid_t(truncatingIfNeeded: process), 0) == 0 || errno != ESRCH
    }

    /// Whether other processes may have the store open.
    var hasOthers: Bool {
        Self.places.contains { place in
            place != ownProcess && words[place] != 0
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
