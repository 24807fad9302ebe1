// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The JSON in which the history stores names and values of properties.
enum HistoryJSON {
    /// Encodes property names as a JSON array.
    static func names(_ names: [String]) -> String {
        let quoted = names.map { "\"" + $0.replacing("\"", with: "\\\"") + "\"" }
        return "[" + quoted.joined(separator: ",") + "]"
    }

    /// Decodes the property names in a JSON array.
    static func names(in text: String) -> [String] {
        // Names are identifiers, so escape sequences are rare.
        guard text.utf8.contains(UInt8(ascii: "\\")) else {
            return text.dropFirst(2).dropLast(2).split(separator: "\",\"").map(String.init)
        }
        return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }

    /// Encodes values by property name as a JSON object.
    static func values(_ values: [String: HistoryValue]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(values.mapValues(Value.init)), as: UTF8.self)
    }

    /// Decodes the values in a JSON object.
    static func values(in text: String) throws -> [String: HistoryValue] {
        do {
            return try JSONDecoder().decode([String: Value].self, from: Data(text.utf8))
                .mapValues(\.value)
        } catch {
            throw StoreError(.damaged, "invalid JSON '\(text)' in the history: \(error)")
        }
    }

    /// One value: text, integers and null in their JSON form, others as an object with a type key.
    private struct Value: Codable {
        let value: HistoryValue

        init(_ value: HistoryValue) { self.value = value }

        private struct TaggedValue: Codable {
            var real: String?
            var blob: Data?
            var sealed: Data?
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                value = .plain(.null)
            } else if let integer = try? container.decode(Int64.self) {
                value = .plain(.integer(integer))
            } else if let text = try? container.decode(String.self) {
                value = .plain(.text(text))
            } else {
                let tagged = try container.decode(TaggedValue.self)
                value =
                    if let sealed = tagged.sealed {
                        .sealed(sealed)
                    } else if let blob = tagged.blob {
                        .plain(.blob(blob))
                    } else {
                        .plain(tagged.real.flatMap(Double.init).map { .real($0) } ?? .null)
                    }
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .plain(.null): try container.encodeNil()
            case .plain(.integer(let value)): try container.encode(value)
            case .plain(.text(let value)): try container.encode(value)
            case .plain(.real(let value)):
                try container.encode(TaggedValue(real: value.description))
            case .plain(.blob(let value)): try container.encode(TaggedValue(blob: value))
            case .sealed(let value): try container.encode(TaggedValue(sealed: value))
            }
        }
    }
}

/// A value in a tombstone, as the history records it.
enum HistoryValue: Hashable {
    case plain(_ColumnValue)
    /// The encrypted form of a value.
    case sealed(Data)

    /// Returns the encrypted form of the value; NULL stays as it is.
    func sealed(by cipher: ValueCipher, at place: ValueCipher.Place) throws -> HistoryValue {
        guard case .plain(let value) = self,
            case .blob(let sealed) = try cipher.seal(value, at: place)
        else { return self }
        return .sealed(sealed)
    }

    /// Returns the value in plain form; itself if it is not encrypted with this key.
    func opened(by cipher: ValueCipher, at place: ValueCipher.Place) -> HistoryValue {
        guard case .sealed(let sealed) = self, let value = cipher.open(sealed, at: place)
        else { return self }
        return .plain(value)
    }
}
