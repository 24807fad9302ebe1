// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// How long a client waits.
package struct Timeouts: Sendable {
    /// For the answer to a quick call; a daemon that takes longer has to show that it lives.
    package var call: Duration
    /// For the answer to a call that looks at many entries, from a daemon that lives.
    package var longCall: Duration
    /// For a daemon that has to launch first, its first answer included.
    package var launch: Duration
    /// For a daemon that is late to show that it lives.
    package var probe: Duration

    /// Waits this long; by default 5 seconds, 60 for a long call and 10 for a launch.
    package init(
        call: Duration = .seconds(5),
        longCall: Duration = .seconds(60),
        launch: Duration = .seconds(10),
        probe: Duration = .seconds(2)
    ) {
        self.call = call
        self.longCall = max(call, longCall)
        self.launch = max(call, launch)
        self.probe = probe
    }

    /// For the answer to a method, from a daemon that lives.
    func limit(of method: String) -> Duration {
        MethodName(rawValue: method)?.traits.mayTakeLong == true ? longCall : call
    }
}

extension Duration {
    /// The seconds, for a person: `60` or `0.5`.
    var secondsText: String {
        let (seconds, attoseconds) = components
        let hundredths = attoseconds / 10_000_000_000_000_000
        guard hundredths > 0 else { return "\(seconds)" }
        return "\(seconds).\(hundredths / 10)\(hundredths % 10 == 0 ? "" : "\(hundredths % 10)")"
    }
}
