// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData

@Model final class Orchestra {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Player.orchestra) var players: [Player]
    @Relationship(.ordered, inverse: \Work.orchestras) var repertoire: [Work]? = nil
    @Transient var isSelected = false
    init(_ name: String, players: [Player] = []) {
        self.name = name
        self.players = players
    }
}

@Model final class Player {
    var name: String
    var orchestra: Orchestra?
    /// The inverse is found without being named.
    var instrument: Instrument?
    var notes: [String] = []
    @Transient var isSelected = false
    init(_ name: String, orchestra: Orchestra? = nil) {
        self.name = name
        self.orchestra = orchestra
    }
}

@Model final class Instrument {
    var kind: String
    var player: Player?
    @Relationship(inverse: nil) var maker: Maker?
    init(_ kind: String) { self.kind = kind }
}

@Model final class Maker {
    var name: String
    init(_ name: String) { self.name = name }
}

@Model final class Work {
    var title: String
    var orchestras: [Orchestra] = []
    init(_ title: String) { self.title = title }
}

@Model final class Part {
    var title: String
    var whole: Part?
    @Relationship(inverse: \Part.whole) var parts: [Part] = []
    init(_ title: String) { self.title = title }
}

@Model final class Concert {
    var city: String
    @Relationship(inverse: \Ticket.concert) var tickets: [Ticket] = []
    init(_ city: String) { self.city = city }
}

@Model final class Ticket {
    var seat: Int
    var concert: Concert
    init(_ seat: Int, concert: Concert) {
        self.seat = seat
        self.concert = concert
    }
}

@Model class Performer {
    var name: String
    var agency: Agency?
    init(_ name: String) { self.name = name }
}

@Model final class Soloist: Performer {
    var fee: Int
    var teacher: Teacher?
    init(_ name: String, fee: Int) {
        self.fee = fee
        super.init(name)
    }
}

@Model final class Agency {
    @Relationship(inverse: \Performer.agency) var performers: [Performer] = []
    init() {}
}

@Model final class Teacher {
    var students: [Soloist] = []
    init() {}
}

/// A model in a row, with a declared deinitializer.
@Model final class Bar {
    var number: Int
    @Relationship(inverse: \Bar.previous) var next: Bar?
    var previous: Bar?
    @Transient var onDeinit: (() -> Void)?
    init(_ number: Int) { self.number = number }
    deinit { onDeinit?() }
}
