// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The text in which a history keeps the names and values of properties: JSON, readable in a shell.
enum HistoryJSON {
    /// Property names as a JSON array.
    static func names(_ names: [String]) -> String {
        let quoted = names.map { "\"" + $0.replacing("\"", with: "\\\"") + "\"" }
        return "[" + quoted.joined(separator: ",") + "]"
    }

    /// The names in a JSON array.
    static func names(in text: String) -> [String] {
        // Names are identifiers, so that nearly always there is nothing to unescape.
        guard text.utf8.contains(UInt8(ascii: "\\")) else {
            return text.dropFirst(2).dropLast(2).split(separator: "\",\"").map(String.init)
        }
        return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }

    /// Values by property name as a JSON object.
    static func values(_ values: [String: _ColumnValue]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(values.mapValues(Value.init)), as: UTF8.self)
    }

    /// The values in a JSON object.
    static func values(in text: String) throws -> [String: _ColumnValue] {
        do {
            return try JSONDecoder().decode([String: Value].self, from: Data(text.utf8))
                .mapValues(\.value)
        } catch {
            throw StoreError(.damaged, "the history's text '\(text)' can't be read: \(error)")
        }
    }

    /// One value: text, integers and nothing as themselves, the others as an object that says what
    /// they are.
    private struct Value: Codable {
        let value: _ColumnValue

        init(_ value: _ColumnValue) { self.value = value }

        private struct Marked: Codable {
            var real: String?
            var blob: Data?
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                value = .null
            } else if let integer = try? container.decode(Int64.self) {
                value = .integer(integer)
            } else if let text = try? container.decode(String.self) {
                value = .text(text)
            } else {
                let marked = try container.decode(Marked.self)
                value =
                    marked.blob.map { .blob($0) } ?? marked.real.flatMap(Double.init).map {
                        .real($0)
                    }
                    ?? .null
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .null: try container.encodeNil()
            case .integer(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .real(let value): try container.encode(Marked(real: value.description))
            case .blob(let value): try container.encode(Marked(blob: value))
            }
        }
    }
}
