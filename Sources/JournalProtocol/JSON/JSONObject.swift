// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The members of a JSON object in the order they were written.
///
/// Protocol objects have a dozen members at most, where a linear search beats hashing.
///
/// - Complexity: Looking a member up is O(*n*).
package struct JSONObject: Sendable {
    /// One name and its value.
    package struct Member: Sendable, Equatable {
        /// The name.
        package var key: String
        /// The value.
        package var value: JSON

        /// Pairs a name with a value.
        package init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order.
    package private(set) var members: [Member]

    /// Keeps members whose names are known to differ.
    package init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of a member; assigning nil removes it.
    package subscript(key: String) -> JSON? {
        get {
            for member in members where member.key == key { return member.value }
            return nil
        }
        set {
            guard let index = members.firstIndex(where: { $0.key == key }) else {
                if let newValue { members.append(Member(key: key, value: newValue)) }
                return
            }
            if let newValue {
                members[index].value = newValue
            } else {
                members.remove(at: index)
            }
        }
    }

    /// Appends a member that is known to be absent, unless there is no value.
    package mutating func append(_ key: String, _ value: (some JSONConvertible)?) {
        if let value { members.append(Member(key: key, value: value.json)) }
    }

    /// Appends an array member that is known to be absent, unless there is no array.
    package mutating func append(_ key: String, each values: [some JSONConvertible]?) {
        if let values { members.append(Member(key: key, value: .array(values.map(\.json)))) }
    }
}

extension JSONObject: Equatable {
    /// Two objects are equal when they have the same members, in whatever order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count
            && left.members.allSatisfy { right[$0.key] == $0.value }
    }
}
