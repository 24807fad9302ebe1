// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The clock of this machine, compared with the clock of the hub.
enum LocalClock: Hashable, Sendable {
    /// The journal is not synchronized: no other clock matters.
    case alone
    /// No exchange has compared the clocks, or the synchronization is paused.
    case unknown
    /// The number of seconds by which the clock is ahead of the one of the hub.
    case ahead(Double)

    /// The offset from which a clock is wrong, in seconds.
    private static let limit = 3600.0

    /// Whether the clock decides which entries have been in the trash for too long.
    ///
    /// Their deletion reaches all machines: a clock that is years ahead would empty the trash of
    /// each.
    var permitsExpiry: Bool {
        switch self {
        case .alone: true
        case .unknown: false
        case .ahead(let offset): abs(offset) < Self.limit
        }
    }
}
