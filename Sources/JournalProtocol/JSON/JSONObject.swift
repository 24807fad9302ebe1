// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The members of a JSON object, in insertion order.
///
/// Protocol objects have a dozen members at most, where linear search is faster than hashing.
///
/// - Complexity: Looking up a member is O(*n*).
package struct JSONObject: Sendable {
    /// A name and its value.
    package struct Member: Sendable, Equatable {
        /// The member's name.
        package var key: String
        /// The member's value.
        package var value: JSON

        /// Creates a member.
        package init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// The members in insertion order.
    package private(set) var members: [Member]

    /// Creates an object from members with distinct names.
    package init(_ members: [Member]) {
        self.members = members
    }

    /// Creates an object without members.
    ///
    /// - Parameter capacity: The number of members that can be appended without an allocation.
    package init(capacity: Int) {
        members = []
        members.reserveCapacity(capacity)
    }

    /// The value of a member, or nil if it is absent; assigning nil removes the member.
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

    /// Appends a member that the object does not contain yet, unless the value is nil.
    package mutating func append(_ key: String, _ value: (some JSONConvertible)?) {
        if let value { members.append(Member(key: key, value: value.json)) }
    }

    /// Appends an array member that the object does not contain yet, unless the array is nil.
    package mutating func append(_ key: String, each values: [some JSONConvertible]?) {
        if let values { members.append(Member(key: key, value: .array(values.map(\.json)))) }
    }
}

extension JSONObject: Equatable {
    /// Compares the members of two objects regardless of their order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count
            && left.members.allSatisfy { right[$0.key] == $0.value }
    }
}
