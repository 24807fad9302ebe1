// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import Testing

/// The encoded changes of a step.
struct StepContentTests {
    private static let uuid = UUID(high: 0x0102_0304_0506_0708, low: .max)

    private static var sample: StepContent {
        var former = FormerValues()
        former.text = UUID(high: 1, low: 2)
        former.starred = true
        former.notebook = UUID(high: 3, low: 4)
        former.tags = [
            .init(uuid: UUID(high: 5, low: 6), name: "Übung"), .init(uuid: uuid, name: ""),
        ]
        former.moment = ZonedInstant(
            milliseconds: -62_135_510_400_000,
            offsetMinutes: -90,
            zone: "Europe/Berlin",
            localDay: "0001-01-02"
        )
        var star = FormerValues()
        star.starred = false
        var content = StepContent()
        content.obstacle = .init(.tagMerge, name: "a", target: "b", count: 300)
        content.renamings = [.init(.tag, uuid, from: "Sea", to: "ocean")]
        content.changes = [
            StepChange(.create, of: uuid, before: 0),
            StepChange(.edit, of: uuid, before: 1 << 40, content: 0, former: former),
            StepChange(.edit, of: uuid, before: 127, content: 128, former: star),
            StepChange(.attach, of: uuid, before: 5, content: 5),
        ]
        return content
    }

    @Test func contentsAreDecoded() throws {
        #expect(try StepContent(Self.sample.data) == Self.sample)
        #expect(try StepContent(StepContent().data) == StepContent())
        #expect(StepContent().isEmpty)
        let first = try StepContent(Self.sample.data, limit: 1)
        #expect(first.changes == [StepChange(.create, of: Self.uuid, before: 0)])
        #expect(first.obstacle == Self.sample.obstacle)
    }

    @Test func damagedContentsAreRejected() {
        let data = Self.sample.data
        for count in 0..<data.count {
            #expect(throws: StepContentDamage.self) { try StepContent(data.prefix(count)) }
        }
        #expect(throws: StepContentDamage.self) {
            try StepContent(Data([1, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]))
        }
    }

    /// Numbers that no step has would overflow where they are used.
    @Test(
        arguments: [
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        ] as [[UInt8]]
    )
    func impossibleNumbersAreRejected(number: [UInt8]) {
        let uuid = [UInt8](repeating: 7, count: 16)
        let edit: [UInt8] = [1, 0, 0, 1, 2] + uuid
        let contents: [[UInt8]] = [
            // The number of purged entries.
            [1, 1, 0, 0] + number + [0, 0],
            // The revision before a change, and that of its content.
            edit + number + [0, 0], edit + [1] + number + [0],
            // The time and the offset of an entry.
            edit + [1, 0, 32] + number + [0, 0, 0], edit + [1, 0, 32, 0] + number + [0, 0],
        ]
        // A time and an offset may be negative.
        let isMinusOne = number.allSatisfy { $0 == 0xFF || $0 == 0x01 }
        for content in contents.dropLast(isMinusOne ? 2 : 0) {
            #expect(throws: StepContentDamage.self) { try StepContent(Data(content)) }
        }
    }

    @Test func deletedEntriesAreAddedUp() {
        var content = StepContent()
        content.add(.init(.purge, count: 1))
        content.add(.init(.purge, count: 2))
        #expect(content.obstacle == .init(.purge, count: 3))
        content.add(.init(.detach))
        #expect(content.obstacle == .init(.detach))
    }
}
