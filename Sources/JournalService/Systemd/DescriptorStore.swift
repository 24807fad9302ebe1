// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Keeps open descriptors of the daemon for its next process.
package protocol DescriptorStore: Sendable {
    /// The maximum number of descriptors.
    var capacity: Int { get }
    /// Returns a descriptor that the former process kept, without removing it; nil if there is
    /// none of the name.
    func descriptor(named name: String) -> Int32?
    /// Removes the descriptors that the former process kept, by name; the caller closes them.
    func take() -> [String: Int32]
    /// Keeps descriptors under names; the caller closes its own ones.
    ///
    /// A descriptor that cannot be kept is omitted.
    func keep(_ descriptors: [(name: String, descriptor: Int32)])
}

extension DescriptorStore {
    package func descriptor(named name: String) -> Int32? { nil }
}
