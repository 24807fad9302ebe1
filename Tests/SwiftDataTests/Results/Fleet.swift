// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

@Model final class Harbor {
    var name: String
    @Relationship(inverse: \Ship.home) var ships: [Ship] = []
    init(_ name: String) { self.name = name }
}

@Model final class Ship {
    var name: String
    var kind: String?
    var tonnage: Int
    var home: Harbor?
    @Relationship(inverse: \Sailor.ships) var crew: [Sailor] = []

    init(_ name: String, kind: String? = nil, tonnage: Int = 0, home: Harbor? = nil) {
        self.name = name
        self.kind = kind
        self.tonnage = tonnage
        self.home = home
    }
}

@Model final class Sailor {
    var name: String
    var ships: [Ship] = []
    init(_ name: String) { self.name = name }
}

extension ModelContainer {
    /// Creates an empty container for ships.
    static func fleet() throws -> ModelContainer {
        try ModelContainer(
            for: Harbor.self,
            Ship.self,
            Sailor.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }
}

extension RowsDifference {
    /// Returns the later keys, given the former ones.
    func applied(to former: [Int64]) -> [Int64] {
        var keys = former
        for offset in (deletions.map(\.offset) + moves.map(\.from)).sorted(by: >) {
            keys.remove(at: offset)
        }
        let added = insertions.map { ($0.offset, $0.key) } + moves.map { ($0.to, $0.key) }
        for (offset, key) in added.sorted(by: { $0.0 < $1.0 }) { keys.insert(key, at: offset) }
        return keys
    }
}
