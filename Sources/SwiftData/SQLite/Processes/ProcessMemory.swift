// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
import Synchronization

/// The memory that the processes of a shared store have in common: a part of its lock file.
///
/// Nothing in it has to be correct after a crash: the counters only increase, and what they protect
/// is in the store. Unchecked, because the address of the memory is not Sendable.
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
        /// The number of times that the list of processes has changed.
        case listChanges
    }

    private let memory: UnsafeMutableRawPointer
    private let words: MappedIntegers
    private let list = Mutex(List())

    /// The list of processes, as this process has last seen it.
    private struct List {
        /// The position of this process in the list; nil if there were too many.
        var ownPlace: Int?
        /// The number of changes of the list that were seen.
        var changes: Int64 = -1
        var hasOthers = true
    }

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
            list.withLock { $0.ownPlace = place }
            break
        }
        noteListChange()
    }

    /// Makes all processes look at the list again, after it has changed.
    private func noteListChange() { _ = words.add(1, to: Word.listChanges.rawValue) }

    /// Removes this process from the list of processes.
    func leave() {
        guard let place = list.withLock({ $0.ownPlace.take() }) else { return }
        words[place] = 0
        noteListChange()
    }

    /// Removes the numbers of processes that were killed.
    ///
    /// - Parameter areAlone: Whether no other process has the store open. Each one that has it open
    ///   did so before it added its number.
    func removeEnded(ifAlone areAlone: () -> Bool) {
        let ownPlace = list.withLock { $0.ownPlace }
        let listed = Self.places.filter { $0 != ownPlace && words[$0] != 0 }
            .map { ($0, words[$0]) }
        guard !listed.isEmpty, areAlone() else { return }
        for (place, number) in listed { _ = words.exchange(place, from: number, to: 0) }
        noteListChange()
    }

    private static func isRunning(_ process: Int64) -> Bool {
        kill(pid_t(truncatingIfNeeded: process), 0) == 0 || errno != ESRCH
    }

    /// Whether other processes may have the store open.
    ///
    /// - Complexity: O(1) unless the list has changed.
    var hasOthers: Bool {
        list.withLock { list in
            // Without a place of its own, a process cannot distinguish the others from itself.
            guard let ownPlace = list.ownPlace else { return true }
            // Before the look, so that a later change causes another one.
            let changes = self[.listChanges]
            if list.changes != changes {
                list.hasOthers = Self.places.contains { $0 != ownPlace && words[$0] != 0 }
                list.changes = changes
            }
            return list.hasOthers
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
