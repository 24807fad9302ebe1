// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Records the members that a type decodes, by decoding it from placeholder values.
final class FieldRecorder {
    private var contents: [(name: String, content: _CompositeShape.Content, isOptional: Bool)] = []
    /// The type that was decoded as a single value, if any.
    private var singleType: (any _AttributeValue.Type)?
    /// Whether the type used a container other than one keyed container of known keys.
    private var isIrregular = false
    private var containerCount = 0
    private let typeID: ObjectIdentifier
    /// The types that are being decoded, because a class can contain itself.
    private let outerTypes: Set<ObjectIdentifier>

    private init(_ typeID: ObjectIdentifier, in outerTypes: Set<ObjectIdentifier>) {
        self.typeID = typeID
        self.outerTypes = outerTypes.union([typeID])
    }

    /// Returns the shape of a type; nil if it is not a struct of members that can be stored.
    static func shape<T: Codable>(of type: T.Type) -> _CompositeShape? {
        guard !(type is AnyObject.Type), !(type is any _AttributeValue.Type) else { return nil }
        let (recorder, value) = record(type, in: [])
        guard let value, let shape = recorder.shape, recorder.hasAllMembers(of: value),
            Placeholder.value(of: type) != nil
        else { return nil }
        // A type that encodes other members than it decodes could not be read back.
        var columns = [_ColumnValue](repeating: .null, count: shape.columns.count)
        guard (try? CompositeEncoder.encode(value, shape: shape, into: &columns)) != nil,
            zip(shape.columns, columns).allSatisfy({ $0.type.isOptional || $1 != .null })
        else { return nil }
        return shape
    }

    /// Whether a value is a struct that decoded as many members as it has stored properties.
    ///
    /// The decoder of a type that selects its members by a value decodes only some of them here.
    private func hasAllMembers<T>(of value: T) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .struct && mirror.children.count == contents.count
    }

    private static func record<T: Decodable>(
        _ type: T.Type,
        in outerTypes: Set<ObjectIdentifier>
    ) -> (FieldRecorder, T?) {
        let recorder = FieldRecorder(ObjectIdentifier(type), in: outerTypes)
        if let value = UndecodableTypes.placeholder(of: type) {
            recorder.noteIrregularity()
            return (recorder, value)
        }
        return (recorder, try? T(from: RecordingDecoder(recorder)))
    }

    private var shape: _CompositeShape? {
        guard !isIrregular, singleType == nil, containerCount == 1, !contents.isEmpty,
            Set(contents.map(\.name)).count == contents.count
        else { return nil }
        let shape = _CompositeShape(of: typeID, contents: contents)
        // The value is stored as JSON if two column names differ only in letter case, which SQLite
        // ignores.
        let columns = shape.columns.map { $0.path.joined(separator: ".") }
        return columns.caseInsensitiveDuplicates == nil ? shape : nil
    }

    /// Records a member and returns a placeholder of its type.
    fileprivate func member<T: Decodable>(
        _ type: T.Type,
        named name: String,
        isOptional: Bool
    ) throws -> T {
        if let native = type as? any _AttributeValue.Type {
            contents.append((name, .value(native), isOptional))
            return try placeholder(of: type)
        }
        guard !(type is AnyObject.Type), !outerTypes.contains(ObjectIdentifier(type)) else {
            contents.append((name, .json, isOptional))
            return try placeholder(of: type)
        }
        let (recorder, value) = Self.record(type, in: outerTypes)
        if let single = recorder.singleType, !recorder.isIrregular, recorder.containerCount == 1 {
            contents.append((name, .value(single), isOptional))
        } else if let value, let shape = recorder.shape, recorder.hasAllMembers(of: value) {
            contents.append((name, .composite(shape), isOptional))
        } else {
            contents.append((name, .json, isOptional))
        }
        return try value ?? placeholder(of: type)
    }

    private func placeholder<T>(of type: T.Type) throws -> T {
        if let native = type as? any _AttributeValue.Type, let value = native._placeholder as? T {
            return value
        }
        if let value = Placeholder.value(of: type) { return value }
        throw DecodingError.valueNotFound(
            type,
            .init(codingPath: [], debugDescription: "\(type) has no placeholder value")
        )
    }

    fileprivate func beginContainer() { containerCount += 1 }
    fileprivate func noteIrregularity() { isIrregular = true }

    fileprivate func single<T: Decodable>(_ type: T.Type) throws -> T {
        if let native = type as? any _AttributeValue.Type, singleType == nil {
            singleType = native
        } else {
            isIrregular = true
        }
        return try placeholder(of: type)
    }
}

private struct RecordingDecoder: Decoder {
    let recorder: FieldRecorder
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ recorder: FieldRecorder) { self.recorder = recorder }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        recorder.beginContainer()
        return KeyedDecodingContainer(Keyed<Key>(recorder: recorder))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        recorder.noteIrregularity()
        throw DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "an unkeyed container has no fields")
        )
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        recorder.beginContainer()
        return Single(recorder: recorder)
    }

    private struct Keyed<Key: CodingKey>: FlatKeyedDecodingContainer {
        let recorder: FieldRecorder
        var allKeys: [Key] {
            recorder.noteIrregularity()
            return []
        }

        func contains(_ key: Key) -> Bool { true }

        func decodeNil(forKey key: Key) -> Bool {
            // The member is read in two steps, so that its type is optional, but unknown here.
            recorder.noteIrregularity()
            return true
        }

        func decodeMember<T: Decodable>(_ type: T.Type, for key: Key) throws -> T {
            try recorder.member(type, named: key.stringValue, isOptional: false)
        }

        func decodeMemberIfPresent<T: Decodable>(_ type: T.Type, for key: Key) -> T? {
            try? recorder.member(type, named: key.stringValue, isOptional: true)
        }

        func refuseNesting() -> any Error {
            recorder.noteIrregularity()
            return nestingError
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let recorder: FieldRecorder
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool {
            recorder.noteIrregularity()
            return true
        }

        func decode<T: Decodable>(_ type: T.Type) throws -> T { try recorder.single(type) }
    }
}
