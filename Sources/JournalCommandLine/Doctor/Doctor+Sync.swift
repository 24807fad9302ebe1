// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

extension Doctor {
    /// Checks the synchronization of the journal, while a daemon runs.
    func synchronization(of daemon: Daemon) -> [Finding] {
        guard daemon.status != nil else { return [] }
        do throws(ClientError) {
            let state = try client.call(SyncStatusCall())
            return SyncFindings.findings(of: state, now: LocalTime.now())
                + [SyncFindings.versions(ofHub: state.hub)].compactMap { $0 }
        } catch {
            // A daemon of an earlier version does not synchronize.
            guard error.cause?.kind != .methodUnknown else { return [] }
            return [Finding("sync", .warning, "not checked: \(error.message)")]
        }
    }
}

/// The findings of `doctor` about the synchronization.
enum SyncFindings {
    /// The age of the last exchange from which it is a warning, in milliseconds.
    private static let longestPause: Int64 = 86_400_000
    /// The offset of the clock from which it is a warning, in seconds.
    private static let longestOffset = 60.0

    /// Returns the findings about a state of the synchronization; none if it is off.
    static func findings(of state: SyncState, now: Timestamp) -> [Finding] {
        guard state.phase != .off, state.phase != .locked else { return [] }
        let findings = [exchange(state), age(of: state, now: now), waiting(state), clock(state)]
            .compactMap { $0 }
        guard findings.isEmpty else { return findings }
        return [Finding("sync", SyncStateText(state, now: now).lines[0])]
    }

    /// Checks whether changes can be exchanged.
    private static func exchange(_ state: SyncState) -> Finding? {
        let hub = state.hub ?? "HUB"
        if let problem = state.problem, problem.kind == .syncKey {
            return Finding(
                "sync",
                .error,
                problem.message,
                advice: "Enter the new key or passphrase: journal sync join \(hub)"
            )
        }
        switch state.phase {
        case .paused:
            return Finding(
                "sync",
                .warning,
                state.problem?.message ?? "paused",
                advice: "Continue with: journal sync resume"
            )
        case .offline:
            return Finding(
                "sync",
                .warning,
                "\(hub) does not respond: \(state.problem?.message ?? "see the log of the daemon")",
                advice: "Check the connection, then: journal sync now"
            )
        case .stopped:
            return Finding(
                "sync",
                .error,
                "stopped: \(state.problem?.message ?? "see the log of the daemon")",
                advice: "Correct it, then: journal sync now"
            )
        default: return nil
        }
    }

    private static func age(of state: SyncState, now: Timestamp) -> Finding? {
        guard let last = state.asOf ?? state.problem?.since,
            now.milliseconds - last.milliseconds > longestPause
        else { return nil }
        let seconds = Int((now.milliseconds - last.milliseconds) / 1_000)
        return Finding(
            "last sync",
            .warning,
            "the last exchange was \(StatusText.uptime(seconds: seconds)) ago",
            advice: "Exchange changes now: journal sync now"
        )
    }

    private static func waiting(_ state: SyncState) -> Finding? {
        let isExchanging = [.idle, .sending, .receiving].contains(state.phase)
        guard state.pending > 0, !isExchanging else { return nil }
        return Finding(
            "sync changes",
            .warning,
            "\(SyncStateText.count(state.pending, "change")) of this machine not on the hub yet"
        )
    }

    /// Checks whether Syncthing keeps the versions before each change of a hub in a folder.
    static func versions(ofHub hub: String?) -> Finding? {
        var folder = hub.flatMap(folder)?[...] ?? ""
        while !folder.isEmpty {
            let versions = "\(folder)/.stversions"
            if FileSystem.isDirectory(versions) {
                return Finding(
                    "sync folder",
                    .warning,
                    "\(versions) keeps what is not on the hub any more, also what was purged",
                    advice: "Turn off file versioning for the folder in Syncthing, and delete "
                        + versions
                )
            }
            folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
        }
        return nil
    }

    /// Returns the path of a hub in a folder of this machine; nil for another hub.
    private static func folder(ofHub hub: String) -> String? {
        ["file://localhost", "file://", "file:", ""].first { hub.hasPrefix($0 + "/") }
            .map { String(hub.dropFirst($0.count)) }
    }

    private static func clock(_ state: SyncState) -> Finding? {
        guard let offset = state.clockOffset, offset.isFinite, abs(offset) >= longestOffset else {
            return nil
        }
        let time = StatusText.uptime(seconds: Int(min(abs(offset), 1e12)))
        return Finding(
            "clock",
            .warning,
            "\(time) \(offset > 0 ? "ahead of" : "behind") the clock of the hub, so that the wrong "
                + "one of two changes counts as the later",
            advice: "Set the clock, such as with: timedatectl set-ntp true"
        )
    }
}
