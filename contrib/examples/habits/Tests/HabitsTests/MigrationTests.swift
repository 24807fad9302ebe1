// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import habits

struct MigrationTests {
    @Test func labelsBecomeTags() throws {
        let rehearsal = try MigrationRehearsal(of: HabitsPlan.self, from: HabitsV1.self) {
            let habit = HabitsV1.Habit(name: "run", labels: "Morning, health,, morning")
            $0.insert(habit)
            habit.checkIns = [HabitsV1.CheckIn(day: Day(number: 9_000))]
        }
        try rehearsal.migrateStepwise { version, context in
            #expect(context.container.schema.version == version.versionIdentifier)
        }
        try rehearsal.migrate(to: HabitsV3.self) { context in
            let habit = try #require(try context.fetch(FetchDescriptor<Habit>()).first)
            #expect(habit.tags.map(\.name) == ["health", "morning"])
            #expect(habit.checkIns.map(\.dayNumber) == [9_000])
        }
    }

    @Test func theDemonstrationPrintsWhatTheReadMeShows() throws {
        let readMe = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../README.md")
        let text = try String(contentsOf: readMe, encoding: .utf8)
        let lines = try Demonstration.lines()
        #expect(text.contains("```text\n" + lines.joined(separator: "\n") + "\n```\n"))
    }
}
