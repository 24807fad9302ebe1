// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataSpace
@testable import SwiftDataSync

/// A hub that stores objects by name; in a synchronized folder each machine sees a part of them.
struct SimulatedHub {
    let isFolder: Bool
    var objects: [ObjectName: [UInt8]] = [:]
    /// The records of the space and of its machines.
    private(set) var records: [String: [UInt8]] = [:]
    private var views: [Int: [ObjectName: [UInt8]]] = [:]
    private var recordViews: [Int: [String: [UInt8]]] = [:]
    private var random: SplitMix

    init(isFolder: Bool, seed: UInt64) {
        self.isFolder = isFolder
        random = SplitMix(seed: seed)
    }

    /// Returns what a machine sees: in a folder, files arrive and vanish late, in any order, and
    /// may be incomplete at first.
    mutating func list(for machine: Int) -> [ObjectName: [UInt8]] {
        guard isFolder else { return objects }
        let view = advance(views[machine] ?? [:], towards: objects)
        views[machine] = view
        return view
    }

    /// Returns the records that a machine sees.
    mutating func listRecords(for machine: Int) -> [String: [UInt8]] {
        guard isFolder else { return records }
        let view = advance(recordViews[machine] ?? [:], towards: records)
        recordViews[machine] = view
        return view
    }

    /// Lets some of the files arrive or vanish.
    private mutating func advance<Name: Comparable>(
        _ old: [Name: [UInt8]],
        towards objects: [Name: [UInt8]]
    ) -> [Name: [UInt8]] {
        var view = old
        for name in view.keys.sorted() where objects[name] == nil {
            if random.chance(0.5) { view[name] = nil }
        }
        for (name, bytes) in objects.sorted(by: { $0.key < $1.key }) where view[name] != bytes {
            guard random.chance(0.5) else { continue }
            let isIncomplete = view[name] == nil && random.chance(0.1)
            view[name] = isIncomplete ? Array(bytes.prefix(bytes.count / 2)) : bytes
        }
        return view
    }

    mutating func put(_ bytes: [UInt8], named name: String, by machine: Int) {
        records[name] = bytes
        recordViews[machine, default: [:]][name] = bytes
    }

    mutating func delete(_ name: String, by machine: Int) {
        records[name] = nil
        recordViews[machine]?[name] = nil
    }

    mutating func put(_ bytes: [UInt8], named name: ObjectName, by machine: Int) {
        objects[name] = bytes
        views[machine, default: [:]][name] = bytes
    }

    mutating func delete(_ name: ObjectName, by machine: Int) {
        objects[name] = nil
        views[machine]?[name] = nil
    }
}
