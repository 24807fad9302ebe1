// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Integers in memory that was not allocated for them, which other processes may have mapped, too.
///
/// Each access is one atomic operation on the eight bytes of an integer. That an atomic integer
/// consists of these bytes only is checked by `RuntimeAssumption`.
///
/// Unchecked, because the memory is accessed by atomic operations only.
struct MappedIntegers: @unchecked Sendable {
    private let integers: UnsafeMutablePointer<Atomic<Int64>>

    /// - Parameter memory: The address of the first integer, aligned for one. All its bits have a
    ///   meaning, so that integers need no initialization.
    init(_ memory: UnsafeMutableRawPointer) {
        integers = memory.assumingMemoryBound(to: Atomic<Int64>.self)
    }

    subscript(_ index: Int) -> Int64 {
        get { integers[index].load(ordering: .sequentiallyConsistent) }
        nonmutating set { integers[index].store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Adds a number to an integer, and returns the integer before.
    func add(_ number: Int64, to index: Int) -> Int64 {
        integers[index].wrappingAdd(number, ordering: .sequentiallyConsistent).oldValue
    }

    /// Raises an integer to at least a number.
    func raise(_ index: Int, to number: Int64) {
        integers[index].max(number, ordering: .sequentiallyConsistent)
    }

    /// Replaces an integer if it is as expected; returns whether it was.
    func exchange(_ index: Int, from expected: Int64, to number: Int64) -> Bool {
        integers[index].compareExchange(
            expected: expected,
            desired: number,
            ordering: .sequentiallyConsistent
        )
        .exchanged
    }

    // MARK: The assumption

    static var isSupported: Bool {
        MemoryLayout<Atomic<Int64>>.size == MemoryLayout<Int64>.size
            && MemoryLayout<Atomic<Int64>>.stride == MemoryLayout<Int64>.stride
            && MemoryLayout<Atomic<Int64>>.alignment <= MemoryLayout<Int64>.alignment
            && areBytes { MappedIntegers($0) }
    }

    /// Returns whether the integers that `map` returns for some memory are its bytes.
    static func areBytes(_ map: (UnsafeMutableRawPointer) -> MappedIntegers) -> Bool {
        let values: [Int64] = [0x0102_0304_0506_0708, -2, 7]
        let memory = UnsafeMutablePointer<Int64>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        defer { memory.deallocate() }
        let mapped = map(UnsafeMutableRawPointer(memory))
        // As another process reads and writes the bytes.
        let areRead = values.indices.allSatisfy { mapped[$0] == values[$0] }
        mapped[1] = values[0]
        let isExchanged = mapped.exchange(2, from: 7, to: -1) && !mapped.exchange(2, from: 7, to: 9)
        mapped.raise(0, to: .max)
        let isAdded = mapped.add(3, to: 1) == values[0]
        return areRead && isExchanged && isAdded
            && [memory[0], memory[1], memory[2]] == [.max, values[0] + 3, -1]
    }
}
