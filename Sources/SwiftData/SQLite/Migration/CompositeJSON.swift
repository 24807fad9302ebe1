// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Converts the columns of a composite attribute to the JSON of its struct.
struct CompositeJSON {
    /// A struct or one of its members.
    private indirect enum Node {
        /// The value of the column at a position.
        case column(Int, type: String)
        /// A struct, with the position of the column for its presence if it is optional.
        case object(presence: Int?, members: [(name: String, node: Node)])
    }

    private let root: Node

    /// Creates the conversion for the columns of one attribute.
    init(_ columns: [SchemaSnapshot.Attribute]) {
        let paths = columns.map(\.fieldPath)
        root = Self.object(Array(columns.indices), paths: paths, columns: columns, depth: 0)
    }

    /// Returns the struct of columns with paths that share their first `depth` names.
    private static func object(
        _ positions: [Int],
        paths: [[String]],
        columns: [SchemaSnapshot.Attribute],
        depth: Int
    ) -> Node {
        var names: [String] = []
        var groups: [String: [Int]] = [:]
        for position in positions where paths[position].count > depth {
            let name = paths[position][depth]
            if groups[name] == nil { names.append(name) }
            groups[name, default: []].append(position)
        }
        return .object(
            presence: positions.first { paths[$0].count == depth },
            members: names.map { name in
                let own = groups[name] ?? []
                if own.count == 1, paths[own[0]].count == depth + 1 {
                    return (name, .column(own[0], type: columns[own[0]].type))
                }
                return (name, object(own, paths: paths, columns: columns, depth: depth + 1))
            }
        )
    }

    /// Returns the column value of an attribute with the struct as opaque JSON; NULL for nil.
    ///
    /// - Throws: `SwiftDataError.loadIssue` if the type of the attribute cannot be decoded from
    ///   the columns.
    func value(of columns: [_ColumnValue], for access: any ValueAccess) throws -> _ColumnValue {
        guard let text = try Self.text(of: root, columns: columns) else { return .null }
        do {
            return try access.columnValues(ofJSON: text).first ?? .null
        } catch {
            throw SwiftDataError.loadIssue(
                "the columns of a composite cannot be converted to JSON; \(text.prefix(200)) is no "
                    + "value of the type: \(error)"
            )
        }
    }

    /// Returns the JSON of a node; nil for a member that is nil.
    private static func text(of node: Node, columns: [_ColumnValue]) throws -> String? {
        switch node {
        case .column(let position, let type): return try text(of: columns[position], type: type)
        case .object(let presence, let members):
            if let presence, columns[presence] == .null { return nil }
            let items = try members.compactMap { member in
                try text(of: member.node, columns: columns).map {
                    "\(try quoted(member.name)):\($0)"
                }
            }
            return "{\(items.joined(separator: ","))}"
        }
    }

    private static func text(of value: _ColumnValue, type: String) throws -> String? {
        switch value {
        case .null: return nil
        case .integer(let integer):
            if type == "bool" { return integer == 0 ? "false" : "true" }
            let isUnsigned = ["UInt", "UInt64", _ColumnType.Kind.unsigned64.rawValue].contains(type)
            return isUnsigned ? String(UInt64(bitPattern: integer)) : String(integer)
        case .real(let number):
            guard number.isFinite else {
                throw SwiftDataError.loadIssue("JSON has no form of the number \(number)")
            }
            return type == "float" ? Float(number).description : number.description
        case .text(let text): return type == "json" || type == "decimal" ? text : try quoted(text)
        case .blob(let data): return try quoted(data.base64EncodedString())
        }
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
}
