// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSpace

/// A hub with calls that block their thread, such as calls of files and databases.
///
/// `ThreadedHub` makes it a `SyncHub`, and `HubServer` serves it to another process.
package protocol BlockingHub: AnyObject {
    /// Makes the place a hub; nothing if it is one.
    func create() throws(HubError)

    /// Returns the spaces with a record: an object with a path below `space/`, in order.
    func spaces() throws(HubError) -> [SpaceID]

    /// Returns the names that begin with a prefix, their sizes, and the time of the hub.
    func list(_ prefix: HubPrefix) throws(HubError) -> HubListing

    /// Returns the bytes of an object; nil if it does not exist.
    func get(_ name: HubName) throws(HubError) -> [UInt8]?

    /// Stores an object; nothing if the name has these bytes.
    func put(_ bytes: [UInt8], as name: HubName) throws(HubError)

    /// Deletes an object; nothing if it does not exist.
    func delete(_ name: HubName) throws(HubError)

    /// Waits for a listing that differs from an earlier one; may return before.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the listing.
    ///   - mark: The mark of the earlier listing.
    ///   - deadline: The latest time to return at.
    ///   - interruption: A descriptor; the method returns once it can be read.
    /// - Throws: The error of the hub.
    func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant,
        interruptedBy interruption: Int32
    ) throws(HubError)
}
