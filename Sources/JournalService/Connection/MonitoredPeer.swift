// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A connection whose memory and transfers are observed by a `PeerMonitor`.
protocol MonitoredPeer: AnyObject, SendableMetatype {
    /// The unique number of the connection.
    var number: Int { get }
    /// The memory that the connection uses.
    var memoryUse: MemoryBudget.Use { get }
    /// The transfers that the daemon waits for.
    var progressSample: PeerProgress.Sample { get }
    /// Reads again after the budget of memory did not permit it.
    func resumeReading()
}
