// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol
internal import JournalSystem

extension Doctor {
    /// Checks the user units of systemd.
    func units() -> [Finding] {
        guard
            let installer = try? DaemonInstaller(
                environment: context.environment,
                home: CurrentProcess.homeDirectory
            )
        else { return [] }
        let present = installer.paths.filter { FileStatus(path: $0) != nil }
        guard !present.isEmpty else {
            return [Finding("systemd", "no units of this user; journal starts the daemon itself")]
        }
        guard present.count == installer.paths.count else {
            return [
                Finding(
                    "systemd",
                    .error,
                    "only \(present.joined(separator: ", ")) is installed",
                    advice: "Install the units again: journal daemon install"
                )
            ]
        }
        var findings = missingPrograms(of: installer)
        guard control.usesSystemd else {
            return findings + [
                Finding(
                    "systemd",
                    .warning,
                    "the units are installed, but no user manager runs, or the socket is another",
                    advice: "Check: systemctl --user status"
                )
            ]
        }
        let manager = UserManager(environment: context.environment)
        findings += failedUnits(of: manager) + forbiddenFolders(manager.restrictions)
        guard findings.isEmpty else { return findings }
        return [installer.isListening ? Finding("systemd", "units are installed") : inactiveSocket]
    }

    /// Returns findings about services that run a missing program.
    private func missingPrograms(of installer: DaemonInstaller) -> [Finding] {
        (installer.paths[1...] + timerPaths).compactMap { path in
            guard let bytes = try? FileSystem.read(path),
                let program = SystemdUnits.arguments(
                    inService: String(decoding: bytes, as: UTF8.self)
                )?.first, !FileSystem.isExecutable(program)
            else { return nil }
            return Finding(
                "systemd",
                .error,
                "\(path) runs \(program), which does not exist",
                advice: "Write the units again: journal daemon install"
            )
        }
    }

    /// Returns findings about units that have failed.
    private func failedUnits(of manager: UserManager) -> [Finding] {
        let units = [
            SystemdUnits.socketName, SystemdUnits.serviceName, SystemdUnits.syncServiceName,
            BackupTimer.serviceName,
        ]
        return units.compactMap { unit in
            let outcome = try? manager.run(
                ["is-failed", "--quiet", unit],
                deadline: .after(.seconds(10))
            )
            // Between two attempts, a service that cannot start has not failed.
            let failure = unit == SystemdUnits.serviceName ? manager.startFailure : nil
            guard outcome == .exited(0) || failure != nil else { return nil }
            return Finding(
                "systemd",
                .error,
                failure?.message ?? "\(unit) has failed",
                advice: failure?.advice
                    ?? "See: journalctl --user -u \(unit); then: journal doctor --fix",
                repair: { () throws(ClientError) in
                    let deadline = Deadline.after(.seconds(10))
                    _ = try manager.run(["reset-failed", unit], deadline: deadline)
                    if unit == SystemdUnits.socketName {
                        _ = try manager.run(["start", unit], deadline: deadline)
                    }
                    return "reset \(unit)"
                }
            )
        }
    }

    private var inactiveSocket: Finding {
        Finding(
            "systemd",
            .warning,
            "\(SystemdUnits.socketName) is not active",
            advice: "Run: systemctl --user enable --now \(SystemdUnits.socketName)",
            repair: { [control] () throws(ClientError) in
                control.listen()
                return "started \(SystemdUnits.socketName)"
            }
        )
    }

    /// Returns findings about folders of the store to which the service may not write, for example
    /// because the store was replaced by a symbolic link after the installation.
    private func forbiddenFolders(_ restrictions: ServiceRestrictions) -> [Finding] {
        guard let store = try? control.store() else { return [] }
        return SystemdHardening.folders(ofStore: store)
            .filter { !restrictions.permitsWriting(to: $0) }
            .map { folder in
                Finding(
                    "systemd",
                    .error,
                    "\(SystemdUnits.serviceName) may not write to \(folder), where the store is",
                    advice: "Write the units again: journal daemon install"
                )
            }
    }

    private var timerPaths: [String] {
        let timer = try? BackupTimer(
            environment: context.environment,
            home: CurrentProcess.homeDirectory
        )
        return timer.map { [$0.paths[1]] } ?? []
    }
}
