// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The times for which a client waits.
package struct Timeouts: Sendable {
    /// The time for the reply to a quick call; a daemon that takes longer is probed.
    package var call: Duration
    /// The time for the reply to a call that reads many entries, as long as the daemon responds to
    /// probes.
    package var longCall: Duration
    /// The time for the launch of a daemon, including its first reply.
    package var launch: Duration
    /// The time for the start of a daemon that was launched and still runs; without one, as long as
    /// it starts.
    package var start: Duration?
    /// The time for the reply to a probe.
    package var probe: Duration

    /// Creates timeouts; the defaults are 5 seconds, 60 for a long call, 10 for a launch, none for
    /// a start, and 2 for a probe.
    ///
    /// A start has at least the time of a launch.
    package init(
        call: Duration = .seconds(5),
        longCall: Duration = .seconds(60),
        launch: Duration = .seconds(10),
        start: Duration? = nil,
        probe: Duration = .seconds(2)
    ) {
        self.call = call
        self.longCall = max(call, longCall)
        let launch = max(call, launch)
        self.launch = launch
        self.start = start.map { max($0, launch) }
        self.probe = probe
    }

    /// Returns the time for the reply to a method from a daemon that responds to probes.
    func limit(of method: String) -> Duration {
        MethodName(rawValue: method)?.traits.mayTakeLong == true ? longCall : call
    }
}

extension Duration {
    /// The number of seconds for a message, to the millisecond: `60`, `0.5` or `0.001`.
    var secondsText: String {
        let (seconds, attoseconds) = components
        var digits = String(attoseconds / 1_000_000_000_000_000 + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return digits.isEmpty ? "\(seconds)" : "\(seconds).\(digits)"
    }
}
