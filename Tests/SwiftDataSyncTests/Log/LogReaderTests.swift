// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct LogReaderTests {
    private static let node = NodeID(rawValue: 1)

    private func object(
        _ start: UInt64,
        _ end: UInt64,
        node: NodeID = Self.node,
        isRewrite: Bool = false,
        read: [NodeID: UInt64] = [:]
    ) -> (name: ObjectName, object: LogObject) {
        let object = LogObject(
            node: node,
            start: start,
            end: end,
            isRewrite: isRewrite,
            read: read,
            changes: []
        )
        return (LogObject.name(of: object, bytes: object.bytes), object)
    }

    @Test func positionsMoveOnlyOverObjectsThatJoinUp() {
        var reader = LogReader()
        let (first, second, third) = (object(0, 3), object(3, 4), object(4, 9))
        #expect(!reader.canRead(third.name))
        reader.record(first.object, named: first.name)
        #expect(!reader.canRead(third.name))
        reader.record(second.object, named: second.name)
        #expect(reader.canRead(third.name))
        #expect(reader.position(in: Self.node) == 4)
    }

    /// Two machines may have used the numbers until one of them found that out.
    @Test(arguments: [false, true])
    func anotherObjectOfTheSameNumbersIsRead(isRewrite: Bool) {
        var reader = LogReader()
        let first = object(0, 3)
        reader.record(first.object, named: first.name)
        #expect(!reader.canRead(first.name))
        #expect(reader.canRead(object(0, 3, isRewrite: isRewrite, read: [Self.node: 1]).name))
    }

    @Test func aLogIsLateIfAnotherMachineHadReadMoreOfIt() {
        var reader = LogReader()
        let other = NodeID(rawValue: 2)
        let first = object(0, 3, read: [other: 5])
        reader.record(first.object, named: first.name)
        #expect(reader.isLate(except: []))
        #expect(!reader.isLate(except: [other]))
        let missing = object(0, 5, node: other)
        reader.record(missing.object, named: missing.name)
        #expect(!reader.isLate(except: []))
    }

    @Test func aForgottenLogIsReadFromItsBeginning() {
        var reader = LogReader()
        let first = object(0, 3)
        reader.record(first.object, named: first.name)
        reader.forget([Self.node])
        #expect(reader.canRead(first.name))
        #expect(reader.position(in: Self.node) == 0)
    }
}
