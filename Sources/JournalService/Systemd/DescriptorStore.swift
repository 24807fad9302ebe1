// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Keeps open descriptors of the daemon for its next process.
package protocol DescriptorStore: Sendable {
    /// The maximum number of descriptors.
    var capacity: Int { get }
    /// Returns the descriptor that the previous process kept under a name, or nil; it stays in the
    /// store.
    func descriptor(named name: String) -> Int32?
    /// Removes the descriptors that the previous process kept, by name; the caller closes them.
    func take() -> [String: Int32]
    /// Keeps descriptors under names; the caller closes its own ones.
    ///
    /// A descriptor that cannot be kept is omitted.
    func keep(_ descriptors: [(name: String, descriptor: Int32)])
}

extension DescriptorStore {
    package func descriptor(named name: String) -> Int32? { nil }
}

/// The names under which descriptors are kept.
enum DescriptorName {
    /// The prefix of all names.
    static let prefix = "journal-"
    /// The name of the state of connections; there can be several, with numbers after it.
    static let state = prefix + "state"
    /// The name of the key of an unlocked store.
    static let key = prefix + "key"

    /// Returns the name of the socket of a connection.
    static func connection(_ number: Int) -> String { "\(prefix)connection-\(number)" }

    /// Returns whether a descriptor with a name contains a state.
    static func isState(_ name: String) -> Bool { name == state || name.hasPrefix(state + ".") }
}
