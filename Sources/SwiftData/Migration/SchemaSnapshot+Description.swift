// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SchemaSnapshot: CustomStringConvertible {
    /// A canonical description of the snapshot, one line per property, in a fixed order.
    var description: String {
        entities.map { entity in
            ([entity.name] + entity.lines.map { "    " + $0 }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The identity of the snapshot: the 128-bit FNV-1a hash of its description.
    var hash: String {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in description.utf8 {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}

extension SchemaSnapshot.Entity {
    /// The descriptions of the properties, constraints and indexes.
    fileprivate var lines: [String] {
        (subclasses ?? []).map { "subclass: \($0.name) of \($0.superclass)" }.sorted()
            + attributes.map { "\($0.name): \($0)" } + relationships.map { "\($0.name): \($0)" }
            + unique.map { "unique: \($0.joined(separator: ", "))" }
            + indexed.map { "indexed: \($0.joined(separator: ", "))" }
    }
}

extension SchemaSnapshot.Attribute: CustomStringConvertible {
    var description: String {
        ([type + (isOptional ? "?" : "")] + options
            + (hashModifier.map { ["modifier \($0)"] } ?? []))
            .joined(separator: ", ")
    }
}

extension SchemaSnapshot.Relationship: CustomStringConvertible {
    var description: String {
        let list = "[\(destination)]" + (isOrdered == true ? " in order" : "")
        let target = isToMany ? list : destination + (isOptional ? "?" : "")
        let kept =
            switch place {
            case .ownColumn: "in a column"
            case .inverseColumn: "in the inverse's column"
            case .joinTable(let name, let own, let other): "in \(name) from \(own) to \(other)"
            }
        return
            ([target, "inverse \(inverse ?? "none")", "on delete \(deleteRule.rawValue)", kept]
            + (hashModifier.map { ["modifier \($0)"] } ?? []))
            .joined(separator: ", ")
    }
}
