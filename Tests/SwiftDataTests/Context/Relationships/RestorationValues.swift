// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The models of an armada as values, with what the insertion of deleted models restores.
struct RestorationValues {
    enum Kind: CaseIterable {
        case fleet, ship, captain, port
    }

    struct Item {
        let kind: Kind
        var isSaved = false
        var isPresent = true
        var fleet: Int?
        var captain: Int?
        var home: Int?
    }

    struct Pair: Hashable {
        let captain: Int
        let port: Int
    }

    /// The deletion of a model, with what its insertion restores.
    private struct Deletion {
        /// The deleted models.
        var members: [Int]
        /// The references that the deletion cleared.
        var references: [(ship: Int, property: WritableKeyPath<Item, Int?>)] = []
    }

    var items: [Int: Item] = [:]
    /// The pairs, also of deleted models: only those of two present ones are visible.
    private var pairs: Set<Pair> = []
    private var deletions: [Int: Deletion] = [:]

    /// The references that become nil with the deletion of their target.
    private static var references: [WritableKeyPath<Item, Int?>] { [\.fleet, \.captain] }

    func isPresent(_ serial: Int) -> Bool { items[serial]?.isPresent == true }

    /// Returns the models of a kind that are not deleted.
    func present(_ kind: Kind) -> [Int] {
        items.filter { $1.kind == kind && $1.isPresent }.keys.sorted()
    }

    // MARK: Operations

    /// Assigns ships to the relationship of a fleet or captain.
    mutating func assign(
        _ ships: [Int],
        to owner: Int,
        _ property: WritableKeyPath<Item, Int?>
    ) {
        for ship in present(.ship) {
            if ships.contains(ship) {
                items[ship]?[keyPath: property] = owner
            } else if items[ship]?[keyPath: property] == owner {
                items[ship]?[keyPath: property] = nil
            }
        }
    }

    mutating func link(captain: Int, port: Int, _ isLinked: Bool) {
        let pair = Pair(captain: captain, port: port)
        if isLinked { pairs.insert(pair) } else { pairs.remove(pair) }
    }

    mutating func delete(_ serial: Int) {
        var deletion = Deletion(members: [serial])
        let ships = present(.ship)
        if items[serial]?.kind == .fleet {
            deletion.members += ships.filter { items[$0]?.fleet == serial }
        }
        for member in deletion.members { items[member]?.isPresent = false }
        for ship in ships where items[ship]?.captain == serial {
            items[ship]?.captain = nil
            deletion.references.append((ship, \.captain))
        }
        let isRecorded = deletion.members.contains { items[$0]?.isSaved == true }
        deletions[serial] = isRecorded ? deletion : nil
    }

    mutating func insert(_ serial: Int) {
        let deletion = deletions.removeValue(forKey: serial)
        // A model with a deletion of its own was inserted and deleted separately since.
        let returned = (deletion?.members ?? [serial]).filter { deletions[$0] == nil }
        let discarded = returned.filter { !isPresent($0) && items[$0]?.isSaved == false }
        for member in returned { items[member]?.isPresent = true }
        for member in discarded {
            clearReferences(of: member)
            if items[member]?.home.map(isPresent) == false { items[member]?.home = nil }
        }
        for (ship, property) in deletion?.references ?? []
        where items[ship]?[keyPath: property] == .some(nil) {
            items[ship]?[keyPath: property] = serial
        }
        for member in returned { clearReferences(of: member) }
    }

    /// Clears the references of a returned model to models that stay deleted, whose insertion
    /// restores them.
    private mutating func clearReferences(of serial: Int) {
        for property in Self.references {
            guard let target = items[serial]?[keyPath: property], !isPresent(target) else {
                continue
            }
            items[serial]?[keyPath: property] = nil
            deletions[target]?.references.append((serial, property))
        }
    }

    mutating func save() {
        items = items.filter(\.value.isPresent)
        for (serial, item) in items {
            items[serial]?.isSaved = true
            if let home = item.home, items[home] == nil { items[serial]?.home = nil }
        }
        pairs = pairs.filter { items[$0.captain] != nil && items[$0.port] != nil }
        deletions = [:]
    }

    // MARK: Reading

    /// Returns a text for each present model, with its visible relationships.
    func lines(includeHomes: Bool) -> [String] {
        let visible = pairs.filter { isPresent($0.captain) && isPresent($0.port) }
        func ships(of owner: Int, _ property: KeyPath<Item, Int?>) -> [Int] {
            present(.ship).filter { items[$0]?[keyPath: property] == owner }
        }
        return items.filter(\.value.isPresent).map { serial, item in
            switch item.kind {
            case .fleet: "fleet \(serial) \(ships(of: serial, \.fleet))"
            case .ship:
                "ship \(serial) \(item.fleet ?? 0) \(item.captain ?? 0)"
                    + (includeHomes ? " \(item.home ?? 0)" : "")
            case .captain:
                "captain \(serial) \(ships(of: serial, \.captain)) "
                    + "\(visible.filter { $0.captain == serial }.map(\.port).sorted())"
            case .port:
                "port \(serial) \(visible.filter { $0.port == serial }.map(\.captain).sorted())"
            }
        }
        .sorted()
    }
}
