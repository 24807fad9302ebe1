// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Formats the state of the synchronization.
package struct SyncStateText {
    /// The offset of the clock from which it is mentioned, in seconds.
    private static let shownOffset = 60.0

    private let state: SyncState
    private let now: Timestamp

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - now: The current time, with the local offset.
    package init(_ state: SyncState, now: Timestamp) {
        self.state = state
        self.now = now
    }

    /// The lines of text: what synchronization does, then what a person should know.
    package var lines: [String] { [summary] + notes }

    /// Returns the text of an exchange that ended.
    package static func text(_ reply: SyncNow.Reply, now: Timestamp) -> String {
        let text = SyncStateText(SyncState(phase: .idle), now: now)
        return "sent \(count(reply.sent, "change")), received \(count(reply.received, "change")); "
            + "in sync as of \(text.clock(reply.asOf))"
    }

    private var summary: String {
        switch state.phase {
        case .off:
            "not synchronized; begin with: journal sync init HUB, or on a further machine: "
                + "journal sync join HUB"
        case .paused: [waiting, "paused; continue with: journal sync resume"].joined()
        case .locked: [waiting, "the journal is locked; unlock it with: journal unlock"].joined()
        case .idle: inSync
        case .sending: "sending \(Self.count(state.pending, "change")) to \(hub)"
        case .receiving: [waiting, "receiving from \(hub)"].joined()
        case .offline: [waiting, "\(hub) not reachable\(since)\(nextTry)"].joined()
        case .stopped:
            [waiting, "stopped\(since): \(state.problem?.message ?? "see the log")"].joined()
        default: [waiting, state.phase.rawValue].joined()
        }
    }

    private var inSync: String {
        let asOf = state.asOf.map { " as of \(clock($0))" } ?? ""
        return "\(waiting)in sync with \(hub)\(asOf): \(Self.count(state.machines, "machine"))"
    }

    private var hub: String { state.hub ?? "the hub" }

    private var waiting: String {
        guard state.pending > 0 else { return "" }
        return "\(Self.count(state.pending, "change")) \(state.pending == 1 ? "waits" : "wait"); "
    }

    private var since: String {
        state.problem?.since.map { " since \(clock($0, withSeconds: false))" } ?? ""
    }

    private var nextTry: String {
        guard let time = state.nextTry else { return "" }
        let seconds = (time.milliseconds - now.milliseconds + 999) / 1000
        return seconds > 0 ? ", next try in \(StatusText.uptime(seconds: Int(seconds)))" : ""
    }

    private var notes: [String] {
        var notes: [String] = []
        if state.phase == .offline, let problem = state.problem { notes.append(problem.message) }
        if state.conflicts > 0 {
            let texts = state.conflicts == 1 ? "text was" : "texts were"
            notes.append(
                "\(state.conflicts) \(texts) written on two machines; see `journal sync conflicts`"
            )
        }
        if state.late > 0 {
            notes.append(
                "changes of \(Self.count(state.late, "machine")) have not arrived completely"
            )
        }
        if state.parked > 0 {
            let wait = state.parked == 1 ? "waits" : "wait"
            notes.append(
                "\(Self.count(state.parked, "received change")) \(wait) for others, or for a newer "
                    + "version of journal"
            )
        }
        if let offset = state.clockOffset, offset.isFinite, abs(offset) >= Self.shownOffset {
            let time = StatusText.uptime(seconds: Int(min(abs(offset), 1e12)))
            notes.append(
                "the clock is \(time) \(offset > 0 ? "ahead of" : "behind") that of the hub"
            )
        }
        return notes
    }

    /// Returns the local time of an instant, with the day if that is not today.
    private func clock(_ instant: Timestamp, withSeconds: Bool = true) -> String {
        let local = LocalTime.local(instant)
        let time = local.description.dropFirst(11).prefix(withSeconds ? 8 : 5)
        return local.day == now.day ? String(time) : "\(local.day) \(time)"
    }

    /// Returns a number with its unit.
    static func count(_ number: Int, _ unit: String) -> String {
        number == 1 ? "1 \(unit)" : "\(number) \(unit)s"
    }
}
