// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Observation
import Testing

@testable import SwiftData

/// What the framework relies on without a promise of the language, and the checks of it.
@Suite struct RuntimeAssumptionTests {
    @Model final class Lamp {
        var name = ""

        init() {}
    }

    @Test(arguments: RuntimeAssumption.all.map(\.statement))
    func everyAssumptionHolds(statement: String) throws {
        let assumption = try #require(RuntimeAssumption.all.first { $0.statement == statement })
        #expect(assumption.isMet())
    }

    @Test func containerOfUnsupportedRuntimeDoesNotOpen() throws {
        let wrong = RuntimeAssumption("objects have addresses") { false }
        let error = #expect(throws: StoreError.self) {
            try StoreCoordinator(
                Schema([Lamp.self]),
                migrationPlan: nil,
                configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
                runtime: RuntimeSupport(RuntimeAssumption.all + [wrong])
            )
        }
        #expect(error?.code == .failed)
        #expect(
            error?.message == "this version of the package does not support this version of Swift, "
                + "in which it is not true that objects have addresses; update the package, or "
                + "build with an earlier version of Swift"
        )
    }

    // MARK: Each check with a wrong input

    private enum Direction: CaseIterable {
        case left, right
    }

    @Test func wrongCasesAreFound() {
        #expect(EnumCases.reads(Direction.self, as: [.left, .right]))
        #expect(!EnumCases.reads(Direction.self, as: [.left]))
        #expect(!EnumCases.reads(Direction.self, as: nil))
        #expect(!EnumCases.reads(Int.self, as: [0]))
    }

    @Test func wrongRetainsAreFound() {
        var calls = 0
        let isRetained = UnretainedObject.retainsOnlyLiveObjects { object in
            calls += 1
            // The second call is that of the deinitializer.
            return calls == 1
                ? Unmanaged<AnyObject>.fromOpaque(object).retain().toOpaque() : object
        }
        #expect(!isRetained)
        #expect(calls == 2)
        #expect(!UnretainedObject.retainsOnlyLiveObjects { $0 })
        #expect(!UnretainedObject.retainsOnlyLiveObjects { _ in nil })
    }

    @Test func wrongArraysAreFound() {
        #expect(!ObjectArrays.keepsElements { $0.reversed() })
        #expect(!ObjectArrays.keepsElements { $0.dropLast() })
    }

    @Test func wrongAddressesAreFound() {
        let copy = UnsafeMutablePointer<AddressSample.Value>.allocate(capacity: 1)
        copy.initialize(to: AddressSample.Value())
        defer {
            copy.deinitialize(count: 1)
            copy.deallocate()
        }
        #expect(!AddressSample.isConstant { _ in copy })
    }

    @Test func wrongScopesAreFound() {
        #expect(!ObservationProbe.detects { read in read() })
        #expect(!ObservationProbe.detects { _ in })
    }

    @Test func wrongAtomicIntegersAreFound() {
        let other = UnsafeMutablePointer<Int64>.allocate(capacity: 3)
        other.initialize(repeating: 0, count: 3)
        defer { other.deallocate() }
        #expect(!MappedIntegers.areBytes { _ in MappedIntegers(UnsafeMutableRawPointer(other)) })
        // Of the right values, but not the bytes that another process sees.
        #expect(
            !MappedIntegers.areBytes { memory in
                UnsafeMutableRawPointer(other).copyMemory(from: memory, byteCount: 24)
                return MappedIntegers(UnsafeMutableRawPointer(other))
            }
        )
    }

    @Test func wrongKeyPathsAreFound() {
        let number = \KeyPathSample.number
        #expect(!KeyPathSample.lists([number, number, number, number, number]))
        #expect(!KeyPathSample.lists([number]))
    }
}
