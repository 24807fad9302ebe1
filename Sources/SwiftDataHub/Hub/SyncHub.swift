// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSpace

/// A place that stores objects by name, and does nothing else.
///
/// It need not show all machines the same objects, nor at once, nor in order. Objects do not
/// change; an object that does not open can be deleted and put again.
package protocol SyncHub: Sendable {
    /// Makes the place a hub; nothing if it is one.
    func create() async throws(HubError)

    /// Returns the spaces with a record: an object with a path below `space/`, in order.
    func spaces() async throws(HubError) -> [SpaceID]

    /// Returns the names that begin with a prefix, their sizes, and the time of the hub.
    func list(_ prefix: HubPrefix) async throws(HubError) -> HubListing

    /// Returns the bytes of an object; nil if it does not exist.
    func get(_ name: HubName) async throws(HubError) -> [UInt8]?

    /// Stores an object; nothing if the name has these bytes.
    ///
    /// The object is on disk when the method returns, and is never visible in part.
    ///
    /// - Throws: `HubError` with the code `.taken` if the name has other bytes.
    func put(_ bytes: [UInt8], as name: HubName) async throws(HubError)

    /// Deletes an object; nothing if it does not exist.
    func delete(_ name: HubName) async throws(HubError)

    /// Waits for a listing that differs from an earlier one; may return before.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the listing.
    ///   - mark: The mark of the earlier listing. If the present one differs, the method returns at
    ///     once, so that no change between the two calls is missed.
    ///   - deadline: The latest time to return at.
    /// - Throws: The error of the hub.
    func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant
    ) async throws(HubError)
}
