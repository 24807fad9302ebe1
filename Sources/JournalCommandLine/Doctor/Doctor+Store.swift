// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol
internal import JournalSystem

extension Doctor {
    /// Checks the file of the store and its full-text index.
    func storeContent(_ path: String, of daemon: Daemon) -> [Finding] {
        guard FileStatus(path: path) != nil else {
            return [Finding("store", "\(path), not created yet")]
        }
        let damageAdvice = Self.damageAdvice(path)
        let program: StoreProgram
        let report: StoreReport
        do throws(ClientError) {
            program = try StoreProgram(environment: context.environment)
            // Always shared: another client may start a daemon, which must not wait. If the daemon
            // has reported damage, a quick check may not find it.
            let isQuick = !isFull && daemon.status?.damage == nil
            let progress = context.progress
            defer { progress.end() }
            report = try program.check(path, isQuick: isQuick, isShared: true) {
                progress.update(WorkProgress(.check))
            }
        } catch {
            return [Self.unchecked("store", at: path, because: error, damageAdvice: damageAdvice)]
        }
        guard !report.problems.isEmpty else {
            var findings = [intactStore(path, report: report)]
            if report.isEncrypted { findings.append(encryption(daemon)) }
            if report.isEncrypted, isFull {
                findings.append(encryptedValues(daemon, damageAdvice: damageAdvice))
            }
            return findings
        }
        let problems = report.problems.joined(separator: "; ")
        let text = problems.contains(path) ? problems : "\(path): \(problems)"
        guard report.needsOnlyIndex else {
            return [Finding("store", .error, text, advice: damageAdvice)]
        }
        return [
            Finding(
                "index",
                .error,
                text,
                advice: "Make new indexes: journal doctor --fix",
                repair: { [self] () throws(ClientError) in
                    try makeIndexes(of: path, program: program, damageAdvice: damageAdvice)
                }
            )
        ]
    }

    /// Returns the advice about a damaged store.
    static func damageAdvice(_ store: String) -> String {
        "Go back to a backup: journal restore-backup FILE; or save what can be read: "
            + "journal recover \(store)"
    }

    private func intactStore(_ path: String, report: StoreReport) -> Finding {
        let count = report.entryCount == 1 ? "1 entry" : "\(report.entryCount) entries"
        let form = report.isEncrypted ? ", encrypted" : ""
        let extent = isFull ? "intact" : "no damage found; to check everything: --full"
        return Finding("store", "\(path), \(count)\(form), \(extent)")
    }

    /// Makes the damaged indexes of a store again, and returns what was done.
    ///
    /// - Throws: An error if there is still damage; a store with other damage is unchanged.
    private func makeIndexes(
        of path: String,
        program: StoreProgram,
        damageAdvice: String
    ) throws(ClientError) -> String {
        let report: StoreReport
        do throws(ClientError) {
            report = try ReservedStore.with(path, control: control, program: program) {
                reserved throws(ClientError) in
                try reserved.change { program throws(ClientError) in
                    try program.rebuildIndex(path)
                }
            }
        } catch  where error.cause?.kind == .storeFailed {
            throw ClientError(.damaged, error.message, advice: damageAdvice)
        }
        if let problem = report.problems.first {
            throw ClientError(.damaged, "made new indexes, but: \(problem)", advice: damageAdvice)
        }
        guard let kept = report.kept else { return "made a new full-text index" }
        return "made new indexes and checked the store; the file from before is \(kept)"
    }

    /// Returns the finding about a store or a backup that could not be checked, which is no damage
    /// in itself.
    static func unchecked(
        _ area: String,
        at path: String,
        because error: ClientError,
        damageAdvice: String
    ) -> Finding {
        let text = "not checked: \(error.message)"
        guard FileSystem.isReadable(path) else {
            return Finding(area, .error, text, advice: "Correct the owner and the permissions.")
        }
        switch error.cause?.kind {
        case .storeNotAStore?:
            return Finding(area, .error, error.message, advice: damageAdvice)
        case .storeLocked?:
            return Finding(area, .warning, text, advice: "Check again when that process has ended.")
        case .storeFull?:
            return Finding(
                area,
                .error,
                text,
                advice: "Free some space in the folder for temporary files, or set TMPDIR."
            )
        case .storeTooNew?:
            return Finding(
                area,
                .error,
                text,
                advice: "Install the version of journal that wrote it, or a later one."
            )
        case nil: return Finding(area, .error, text, advice: error.advice)
        default:
            return Finding(
                area,
                .error,
                text,
                advice: "See whether the disk reports errors: journalctl --dmesg. " + damageAdvice
            )
        }
    }

    /// Looks for files that interrupted work left in the folder of the store.
    func leftovers(beside store: String) -> [Finding] {
        guard let slash = store.lastIndex(of: "/") else { return [] }
        let folder = store[..<slash]
        return FileSystem.names(in: String(folder)).compactMap { file in
            Self.leftover(file, at: "\(folder)/\(file)", ofStore: store[slash...].dropFirst())
        }
    }

    /// Returns the finding about a file that was left in the folder of a store, or `nil`.
    static func leftover(
        _ file: String,
        at path: String,
        ofStore name: Substring
    ) -> Finding? {
        if file.hasPrefix("\(name).recovered") {
            return Finding(
                "files",
                .warning,
                "\(path) is a store that was saved after its file was removed or replaced",
                advice: "To go back to it: journal restore-backup \(path); otherwise remove it."
            )
        }
        if file.hasPrefix("replaced-"), file.hasSuffix("-\(name)") {
            let text = "\(path) is a store that was replaced; remove it if it is old"
            return Finding("files", text)
        }
        if file == "\(name).restoring" {
            return Finding(
                "files",
                .warning,
                "a backup is about to replace the store",
                advice: "The next daemon completes this: journal daemon start"
            )
        }
        guard file.hasPrefix("."), file.hasSuffix(".partial") || file.hasSuffix(".tmp") else {
            return nil
        }
        return Finding(
            "files",
            .warning,
            "\(path) is the rest of an interrupted copy",
            advice: "Remove it if no backup is being written."
        )
    }

    private static let unlocking = "Unlock it: journal unlock"

    /// Reports whether the daemon has the key of the encrypted store.
    private func encryption(_ daemon: Daemon) -> Finding {
        switch daemon.status?.isLocked {
        case true?:
            Finding("encryption", .error, "locked, so that commands fail", advice: Self.unlocking)
        case false?: Finding("encryption", "unlocked")
        case nil where daemon.isRunning:
            Finding(
                "encryption",
                .warning,
                "not known, because the daemon does not answer",
                advice: "Check again when it does."
            )
        case nil where control.hasCredential:
            Finding("encryption", "systemd passes the passphrase to the next daemon")
        case nil:
            Finding(
                "encryption",
                .error,
                "the next daemon is locked, so that commands fail",
                advice: Self.unlocking
            )
        }
    }

    /// Checks the values of the encrypted store with the key of the daemon.
    private func encryptedValues(_ daemon: Daemon, damageAdvice: String) -> Finding {
        guard daemon.status?.isLocked == false else {
            return Finding(
                "texts",
                .warning,
                "the encrypted values were not checked, because the journal is locked",
                advice: "Unlock it and check again: journal unlock && journal doctor --full"
            )
        }
        do throws(ClientError) {
            let reply = try client.call(StoreVerify())
            guard !reply.problems.isEmpty else {
                return Finding("texts", "all \(reply.values.count) encrypted values are intact")
            }
            let (damaged, count) = (reply.values.damagedCount, reply.values.count)
            return Finding(
                "texts",
                .error,
                "\(damaged) of \(count) encrypted values are damaged: "
                    + reply.problems.joined(separator: "; "),
                advice: "Look for them in a backup: journal backup --verify FILE. The other "
                    + "entries can be used."
            )
        } catch {
            let path = daemon.status?.store ?? ""
            return Self.unchecked("texts", at: path, because: error, damageAdvice: damageAdvice)
        }
    }

    /// Checks the newest backup of the store.
    func backup(of store: String) -> Finding {
        let advice =
            "Write one: journal backup FILE; or regularly: journal daemon install "
            + "--backup daily"
        guard let last = LastBackup.read(of: store, in: context) else {
            return Finding("backup", .warning, "there is none yet", advice: advice)
        }
        guard last.exists else {
            return Finding("backup", .warning, "\(last.path) is missing", advice: advice)
        }
        let timer = try? BackupTimer(
            environment: context.environment,
            home: CurrentProcess.homeDirectory
        )
        let schedule = timer?.schedule
        let hours = Int((LocalTime.now().milliseconds - last.date.milliseconds) / 3_600_000)
        // Twice the interval: the machine may have been off.
        if hours > schedule?.interval.map({ $0.hours * 2 }) ?? 30 * 24 {
            return Finding(
                "backup",
                .warning,
                "the newest is \(hours / 24) days old: \(last.path)",
                advice: schedule == nil
                    ? advice : "See: systemctl --user status \(BackupTimer.serviceName)"
            )
        }
        return isFull ? content(of: last, advice: advice) : Finding("backup", last.text)
    }

    private func content(of backup: LastBackup, advice: String) -> Finding {
        do throws(ClientError) {
            let program = try StoreProgram(environment: context.environment)
            let report = try program.check(backup.path)
            if let problem = report.problems.first {
                let text = "\(backup.path) is damaged: \(problem)"
                return Finding("backup", .error, text, advice: advice)
            }
            let extent =
                report.isEncrypted
                ? "intact; for its encrypted values: journal backup --verify FILE" : "intact"
            return Finding("backup", "\(backup.text), \(extent)")
        } catch {
            return Self.unchecked("backup", at: backup.path, because: error, damageAdvice: advice)
        }
    }

    /// Looks for drafts and undelivered entries.
    func texts() -> [Finding] {
        guard let state = try? context.stateDirectory() else { return [] }
        var findings: [Finding] = []
        let outbox = Outbox(stateDirectory: state)
        if !outbox.paths.isEmpty {
            findings.append(
                Finding(
                    "texts",
                    .warning,
                    "\(Self.texts(outbox.paths.count)) not delivered yet",
                    advice: "Deliver them: journal new --deliver",
                    repair: { [context] () throws(ClientError) in
                        var count = 0
                        try EntryWriter(context).flushOutbox { _ in count += 1 }
                        return "delivered \(Self.texts(count))"
                    }
                )
            )
        }
        for (name, what) in [("drafts", "unwritten"), ("conflicts", "from conflicts")] {
            let files = FileSystem.names(in: "\(state)/\(name)").filter { $0.hasSuffix(".md") }
            guard !files.isEmpty else { continue }
            findings.append(
                Finding(
                    "texts",
                    .warning,
                    "\(Self.texts(files.count)) \(what) in \(state)/\(name)",
                    advice: "Use or remove them: journal drafts"
                )
            )
        }
        if findings.isEmpty { findings.append(Finding("texts", "all were delivered")) }
        return findings
    }

    private static func texts(_ count: Int) -> String { count == 1 ? "1 text" : "\(count) texts" }
}
