// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSpace

/// The objects of one space on a hub, by their kinds, with the keys that seal them.
package struct SpaceListing: Hashable, Sendable {
    /// The records of the space.
    package private(set) var records: Set<SpaceRecordName> = []
    /// The keys of the machines' records; nil for a record that has no readable header.
    package private(set) var machines: [MachineName: KeyID?] = [:]
    /// The keys of the objects in logs; nil for an object that has no readable header.
    package private(set) var objects: [ObjectName: KeyID?] = [:]

    /// Creates a listing.
    ///
    /// Names of other spaces, and of other files such as the conflict files of a folder, are
    /// ignored.
    ///
    /// - Parameters:
    ///   - space: The space.
    ///   - names: The names on the hub, with the space.
    ///   - key: Returns the key with which an object is sealed, from its header.
    package init(
        of space: SpaceID,
        names: some Sequence<String>,
        key: (String) throws -> KeyID?
    ) rethrows {
        let prefix = "\(space)/"
        for text in names where text.hasPrefix(prefix) {
            let name = String(text.dropFirst(prefix.count))
            if let record = SpaceRecordName(text) {
                records.insert(record)
            } else if let machine = MachineName(name) {
                machines[machine] = .some(try key(text))
            } else if let object = ObjectName(name) {
                objects[object] = .some(try key(text))
            }
        }
    }
}
