// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Models with subclasses, relationships to their own type and without an inverse, and a constraint
/// over two attributes.
enum Firm {
    @Model class Person {
        var name: String
        var nickname: String? = "none"
        var manager: Person?
        @Relationship(inverse: \Person.manager) var reports: [Person] = []
        @Relationship(inverse: \Person.admirers) var friends: [Person] = []
        var admirers: [Person] = []
        var badge: Badge?
        var rooms: [Room] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Engineer: Person {
        var language: String
        init(_ name: String, language: String) {
            self.language = language
            super.init(name)
        }
    }

    @Model final class Badge {
        var number: Int
        init(_ number: Int) { self.number = number }
    }

    @Model final class Room {
        #Unique<Room>([\.floor, \.number])
        var floor: Int
        var number: Int
        init(_ floor: Int, _ number: Int) {
            self.floor = floor
            self.number = number
        }
    }

    @Model final class Key {
        var room: Room
        init(_ room: Room) { self.room = room }
    }

    static var types: [any PersistentModel.Type] {
        [Person.self, Engineer.self, Badge.self, Room.self, Key.self]
    }
}
