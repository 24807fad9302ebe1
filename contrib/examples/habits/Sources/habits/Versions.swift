// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData

/// The models of the first release, in which the tags of a habit were one text.
enum HabitsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Habit.self, CheckIn.self] }

    @Model
    final class Habit {
        @Attribute(.unique) var name: String
        /// Words that are separated by commas, such as "health, morning".
        var labels: String
        @Relationship(deleteRule: .cascade, inverse: \CheckIn.habit) var checkIns: [CheckIn] = []

        init(name: String, labels: String) {
            self.name = name
            self.labels = labels
        }
    }

    @Model
    final class CheckIn {
        #Unique<CheckIn>([\.habit, \.dayNumber])
        var dayNumber: Int
        var habit: Habit?

        init(day: Day) { dayNumber = day.number }
    }
}

/// The models while the text is divided: both the text and the tags exist.
enum HabitsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Habit.self, CheckIn.self, Tag.self] }

    @Model
    final class Habit {
        @Attribute(.unique) var name: String
        var labels: String
        @Relationship(inverse: \Tag.habits) var tags: [Tag] = []
        @Relationship(deleteRule: .cascade, inverse: \CheckIn.habit) var checkIns: [CheckIn] = []

        init(name: String, labels: String) {
            self.name = name
            self.labels = labels
        }
    }

    @Model
    final class CheckIn {
        #Unique<CheckIn>([\.habit, \.dayNumber])
        var dayNumber: Int
        var habit: Habit?

        init(day: Day) { dayNumber = day.number }
    }

    @Model
    final class Tag {
        @Attribute(.unique) var name: String
        var habits: [Habit] = []

        init(name: String) { self.name = name }
    }
}

/// The models of this release.
enum HabitsV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Habit.self, CheckIn.self, Tag.self] }

    @Model
    final class Habit {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Tag.habits) var tags: [Tag] = []
        @Relationship(deleteRule: .cascade, inverse: \CheckIn.habit) var checkIns: [CheckIn] = []

        init(name: String) { self.name = name }
    }

    @Model
    final class CheckIn {
        #Unique<CheckIn>([\.habit, \.dayNumber])
        var dayNumber: Int
        var habit: Habit?

        init(day: Day) { dayNumber = day.number }
    }

    @Model
    final class Tag {
        @Attribute(.unique) var name: String
        var habits: [Habit] = []

        init(name: String) { self.name = name }
    }
}

typealias Habit = HabitsV3.Habit
typealias CheckIn = HabitsV3.CheckIn
typealias Tag = HabitsV3.Tag
