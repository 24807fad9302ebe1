// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// The work of `journal doctor`: checks everything that the journal depends on.
///
/// No check starts a daemon or changes a file; only repairs do. A folder is created for a moment
/// where the journal has to create files.
package struct Doctor {
    let context: CommandContext
    /// A client that launches no daemon.
    let client: JournalClient
    let control: DaemonControl
    let isFull: Bool

    /// Creates a doctor.
    ///
    /// - Parameters:
    ///   - context: The context of the command; its client may launch a daemon for repairs.
    ///   - quiet: A context with a client that launches no daemon.
    ///   - isFull: Whether stores and backups are read as a whole.
    /// - Throws: An error if the options of a client are invalid.
    package init(
        _ context: CommandContext,
        quiet: CommandContext,
        isFull: Bool
    ) throws(ClientError) {
        self.context = context
        self.isFull = isFull
        client = try quiet.client
        control = DaemonControl(environment: context.environment, client: client)
    }

    /// Checks everything.
    package func findings() -> [Finding] {
        var daemon = runningDaemon()
        let store = storePath(daemon.status)
        let content = store.map { storeContent($0, of: daemon) } ?? []
        if daemon.status?.damage != nil, let index = content.first(where: { $0.area == "index" }) {
            // The index is damaged, not the entries that the daemon could not read.
            daemon.finding.advice = index.advice
        }
        var findings = [version(daemon.status), daemon.finding]
        if let missing = missingProcessFiles() { findings.append(missing) }
        findings.append(socket(isRunning: daemon.isRunning))
        findings += units()
        if let store {
            findings += folder(of: store)
            findings += content
            findings += leftovers(beside: store)
            findings.append(backup(of: store))
        }
        findings.append(stateFolder())
        findings += texts()
        findings += synchronization(of: daemon)
        findings.append(timeZone())
        return findings
    }

    /// Returns the finding that the system has no information about processes, or `nil`.
    private func missingProcessFiles() -> Finding? {
        guard FileStatus(path: "/proc/self/stat") == nil else { return nil }
        return Finding(
            "system",
            .error,
            "nothing is mounted at /proc, so no daemon can start here",
            advice: "Mount it, or use the socket of a daemon outside of this container: --socket"
        )
    }

    /// Repairs what can be repaired safely; returns what was done, and what failed.
    package func repair(_ findings: [Finding]) -> [Finding] {
        findings.compactMap { finding in
            guard finding.state != .ok, let repair = finding.repair else { return nil }
            do throws(ClientError) {
                return Finding(finding.area, .ok, try repair())
            } catch {
                return Finding(finding.area, .error, error.message, advice: error.advice)
            }
        }
    }

    /// Returns the number of errors that remain.
    ///
    /// - Parameters:
    ///   - findings: The findings after the repairs.
    ///   - repairs: The repairs. An area whose repair failed has one error, not two.
    /// - Returns: The number of errors.
    package static func errorCount(_ findings: [Finding], after repairs: [Finding]) -> Int {
        let found = findings.filter { $0.state == .error }
        return found.count
            + repairs.count { repair in
                repair.state == .error && !found.contains { $0.area == repair.area }
            }
    }

    /// The path of the store of the daemon, or of the one that would be started.
    private func storePath(_ status: Status.Reply?) -> String? {
        if let status { return status.store }
        return try? control.store()
    }

    /// The state of the daemon.
    struct Daemon {
        var isRunning: Bool
        var status: Status.Reply?
        var finding: Finding
    }

    private func runningDaemon() -> Daemon {
        if let change = change() { return Daemon(isRunning: true, finding: change) }
        do throws(ClientError) {
            guard try control.isRunning() else {
                let startable = "not running; it is started when it is needed"
                return Daemon(isRunning: false, finding: obstacle() ?? Finding("daemon", startable))
            }
            let status = try client.call(Status())
            return Daemon(isRunning: true, status: status, finding: Self.finding(status))
        } catch {
            // A daemon that cannot open its store replies with the reason and exits.
            let isRunning = error.code != .refused && error.code != .connectionLost
            if !isRunning, let obstacle = obstacle() {
                return Daemon(isRunning: false, finding: obstacle)
            }
            // The advice on a failed store is this command.
            let advice = error.cause?.kind == .storeFailed ? nil : error.advice
            return Daemon(
                isRunning: isRunning,
                finding: Finding(
                    "daemon",
                    .error,
                    error.message,
                    advice: advice ?? logAdvice
                )
            )
        }
    }

    private static func finding(_ status: Status.Reply) -> Finding {
        if let damage = status.damage {
            return Finding(
                "daemon",
                .error,
                damage,
                advice: damageAdvice(status.store ?? "FILE")
            )
        }
        guard status.isReadOnly else { return Finding("daemon", "process \(status.pid)") }
        return Finding(
            "daemon",
            .warning,
            "process \(status.pid), read-only",
            advice: "Make the store and its folder writable, then: journal daemon stop"
        )
    }

    /// The place of the messages of a daemon that cannot be used.
    private var logAdvice: String {
        guard !control.usesSystemd else {
            return "See its messages: journalctl --user --unit journal.service"
        }
        let folder = (try? context.stateDirectory()).map { "\($0)/" } ?? ""
        return "See its log: \(folder)daemon.log"
    }

    /// Returns the finding about a program that changes the store, for which a daemon waits.
    private func change() -> Finding? {
        guard let store = try? control.store(), StoreReservation.isHeld(for: store) else {
            return nil
        }
        let holder = StoreReservation.holder(for: store).map { "process \($0)" }
        return Finding(
            "daemon",
            .warning,
            "\(holder ?? "another process") is changing the store; commands wait until it has ended",
            advice: "Check again when it has ended."
        )
    }

    /// Returns the reason why the next command would not get a daemon with its store; nil if it
    /// would.
    private func obstacle() -> Finding? {
        if let store = try? control.store(), let finding = Self.use(ofStore: store) {
            return finding
        }
        return control.obstacle.map {
            Finding(
                "daemon",
                .error,
                "not running, and none can be started: \($0.message)",
                advice: $0.advice
            )
        }
    }

    /// Returns the finding about another process that has a store open; nil if none has.
    private static func use(ofStore store: String) -> Finding? {
        guard FileLock.isHeld(StorePath.lock(of: store)) else { return nil }
        guard let holder = DaemonProcess.holder(ofStore: store) else {
            return Finding(
                "daemon",
                .error,
                "\(store) is in use by another process, so that commands fail",
                advice: "Find it with: fuser \(store)"
            )
        }
        let socket = holder.isDaemon ? ", the daemon of \(holder.socket ?? "another socket")" : ""
        return Finding(
            "daemon",
            .error,
            "\(store) is in use by process \(holder.number) (\(holder.program))\(socket), so that "
                + "commands fail",
            advice: holder.advice
        )
    }

    private func version(_ status: Status.Reply?) -> Finding {
        let own = JournalVersion.current
        guard let other = status?.version, other != own else {
            return Finding("version", own)
        }
        return Finding(
            "version",
            .warning,
            "journal is \(own), the daemon that runs is \(other)",
            advice: "Start the installed one: journal daemon stop",
            repair: { [control] () throws(ClientError) in
                _ = try control.stopRunning()
                return "stopped the daemon of version \(other)"
            }
        )
    }

    private func timeZone() -> Finding {
        let name = LocalTime.zone(environment: context.environment)
        let now = LocalTime.now()
        let isKnown =
            ["UTC", "Etc/UTC"].contains(name)
            || FileStatus(path: "/usr/share/zoneinfo/\(name)") != nil
        guard isKnown else {
            return Finding(
                "time zone",
                .warning,
                "\(name) is not in /usr/share/zoneinfo; new entries get UTC",
                advice: "Correct TZ, or install tzdata."
            )
        }
        return Finding("time zone", "\(name), now \(EntryText.time(now))")
    }
}
