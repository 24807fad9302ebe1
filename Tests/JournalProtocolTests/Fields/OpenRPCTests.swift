// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

/// Consistency of `Protocol/openrpc.json` with the tables of fields.
struct OpenRPCTests {
    private let document: JSON

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "Protocol/openrpc.json"))
        document = try JSON.parse(Array(data))
    }

    @Test(arguments: MethodName.allCases)
    func parametersEqualTheTable(method: MethodName) throws {
        let entry = try #require(documented(method.rawValue, in: "methods"))
        compareParameters(entry, MethodDescription.of(method).parameters, method.rawValue)
    }

    @Test(arguments: TableType.notifications)
    func notificationsEqualTheirTables(table: TableType) throws {
        let content = try #require(table.type as? any NotificationContent.Type)
        let entry = try #require(documented(content.method, in: "x-notifications"))
        compareParameters(entry, content.parameters, content.method)
    }

    @Test(arguments: MethodName.allCases)
    func resultsEqualTheirTables(method: MethodName) throws {
        let entry = try #require(documented(method.rawValue, in: "methods"))
        let schema = try #require(entry["result"]?["schema"])
        compareResult(of: method.call, resolved(schema), method.rawValue)
    }

    private func compareResult<Call: MethodCall>(
        of call: Call.Type,
        _ schema: JSON,
        _ place: String
    ) {
        var fields = Call.Reply.parameters
        if Call.Reply.self == EntryWritten.self {
            // One type for the results of several methods, some of which lack a field.
            fields.removeAll { schema["properties"]?[$0.name] == nil }
        }
        compare(schema, fields, place, isSent: true)
    }

    private func documented(_ name: String, in list: String) -> JSON? {
        document[list]?.elements.first { $0["name"]?.stringValue == name }
    }

    private func compareParameters(_ entry: JSON, _ fields: [Parameter], _ place: String) {
        let documented = entry["params"]?.elements ?? []
        #expect(documented.map { $0["name"]?.stringValue } == fields.map(\.name), "\(place)")
        for (parameter, field) in zip(documented, fields) {
            let isRequired = parameter["required"] == true
            #expect(isRequired == field.isRequired || field.isSent, "\(place).\(field.name)")
            compare(parameter["schema"] ?? .null, field.form, "\(place).\(field.name)")
        }
    }

    /// Compares the members of an object, regardless of their order.
    private func compare(
        _ schema: JSON,
        _ fields: [Parameter],
        _ place: String,
        isSent: Bool
    ) {
        let properties = schema["properties"]?.members ?? []
        let names = Set(properties.map(\.key)).subtracting(["warnings"])
        #expect(names == Set(fields.map(\.name)), "\(place)")
        let required = Set(schema["required"]?.elements.compactMap(\.stringValue) ?? [])
        for field in fields {
            let place = "\(place).\(field.name)"
            if field.isRequired { #expect(required.contains(field.name), "\(place)") }
            if isSent, field.isSent { #expect(required.contains(field.name), "\(place)") }
            compare(schema["properties"]?[field.name] ?? .null, field.form, place)
        }
    }

    private func compare(_ schema: JSON, _ form: Parameter.Form, _ place: String) {
        let schema = resolved(schema)
        switch form {
        case .object(let fields): compare(schema, fields, place, isSent: false)
        case .array(let element):
            #expect(schema["type"] == "array", "\(place)")
            compare(schema["items"] ?? .null, element, place + "[]")
        case .word(let words):
            guard let documented = schema["enum"]?.elements else { return }
            #expect(Set(documented.compactMap(\.stringValue)) == Set(words), "\(place)")
        case .scalar(let name):
            guard ["string", "integer", "boolean", "number"].contains(name),
                let type = schema["type"]
            else { return }
            #expect(type == .string(name), "\(place)")
        case .call: #expect(schema["type"] == "object", "\(place)")
        }
    }

    /// Returns the schema that a reference names, or that is the only part of another one.
    private func resolved(_ schema: JSON) -> JSON {
        if let name = schema["$ref"]?.stringValue?.split(separator: "/").last {
            return resolved(document["components"]?["schemas"]?[String(name)] ?? .null)
        }
        if let parts = schema["allOf"]?.elements, parts.count == 1, schema["type"] == nil {
            return resolved(parts[0])
        }
        return schema
    }
}

extension JSON {
    /// The elements of an array; empty for other types.
    fileprivate var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The members of an object; empty for other types.
    fileprivate var members: [JSONObject.Member] {
        guard case .object(let object) = self else { return [] }
        return object.members
    }
}
