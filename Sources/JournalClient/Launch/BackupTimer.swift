// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol
internal import JournalSystem

/// The user units of systemd that write backups regularly.
package struct BackupTimer {
    /// The interval between backups.
    package enum Interval: String, Sendable, CaseIterable {
        case hourly
        case daily
        case weekly

        /// The interval in hours.
        package var hours: Int {
            switch self {
            case .hourly: 1
            case .daily: 24
            case .weekly: 7 * 24
            }
        }
    }

    /// The content of the installed units.
    package struct Schedule: Equatable, Sendable {
        /// The interval between backups; nil if the timer has another rule.
        package var interval: Interval?
        /// The folder of the backups.
        package var folder: String
        /// The executable that writes them.
        package var program: String
    }

    /// The name of the timer.
    package static let timerName = "journal-backup.timer"
    /// The name of the service that the timer starts.
    package static let serviceName = "journal-backup.service"

    private let environment: Environment
    private let units: String
    private let manager: UserManager

    /// Creates the timer of a user.
    package init(
        environment: Environment,
        home: @autoclosure () -> String?
    ) throws(ClientError) {
        self.environment = environment
        manager = UserManager(environment: environment)
        do {
            units = try UserDirectories(environment: environment, home: home()).systemdUnits
        } catch {
            throw ClientError(error)
        }
    }

    /// The paths of the units.
    package var paths: [String] { [Self.timerName, Self.serviceName].map { "\(units)/\($0)" } }

    /// The schedule of the installed units; nil if there are none.
    package var schedule: Schedule? {
        guard let timer = try? FileSystem.read(paths[0]),
            let service = try? FileSystem.read(paths[1]),
            let words = SystemdUnits.arguments(
                inService: String(decoding: service, as: UTF8.self)
            ),
            let index = words.firstIndex(of: "--folder"), index + 1 < words.count
        else { return nil }
        let rule = String(decoding: timer, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("OnCalendar=") }
        return Schedule(
            interval: rule.flatMap { Interval(rawValue: String($0.dropFirst(11))) },
            folder: words[index + 1],
            program: words[0]
        )
    }

    /// The default folder of backups.
    package static func defaultFolder(
        environment: Environment,
        home: @autoclosure () -> String?
    ) throws(ClientError) -> String {
        do {
            let store = try UserDirectories(environment: environment, home: home()).store
            return store[..<(store.lastIndex(of: "/") ?? store.endIndex)] + "/backups"
        } catch {
            throw ClientError(error)
        }
    }

    /// Writes and enables the units; if that fails, new units are removed again.
    ///
    /// - Parameters:
    ///   - interval: The interval between backups.
    ///   - folder: The absolute path of the folder.
    ///   - count: The number of backups to keep.
    /// - Throws: An error if the units cannot be written or enabled.
    package func install(
        _ interval: Interval,
        folder: String,
        keeping count: Int
    ) throws(ClientError) {
        guard let program = InstallationProbe.local().executable else {
            throw ClientError(.program, "the path of this program cannot be determined")
        }
        let isFirst = schedule == nil
        do {
            try writeUnits(interval, program: program, folder: folder, keeping: count)
            try systemctl(["daemon-reload"])
            try systemctl(["enable", "--quiet", "--now", Self.timerName])
            // An active timer uses the previous rule until it is restarted.
            try systemctl(["restart", Self.timerName])
        } catch {
            if isFirst { uninstall() }
            throw error
        }
    }

    /// Writes the units.
    package func writeUnits(
        _ interval: Interval,
        program: String,
        folder: String,
        keeping count: Int
    ) throws(ClientError) {
        try FileSystem.makeDirectory(units)
        let service = SystemdUnits.backupService(program: program, folder: folder, keeping: count)
        try FileSystem.write(Array(service.utf8), to: paths[1])
        try FileSystem.write(Array(SystemdUnits.backupTimer(interval).utf8), to: paths[0])
    }

    /// Disables and removes the units; the backups remain.
    package func uninstall() {
        guard paths.contains(where: { FileStatus(path: $0) != nil }) else { return }
        _ = try? manager.run(
            ["disable", "--quiet", "--now", Self.timerName],
            deadline: .after(.seconds(30))
        )
        for path in paths { unlink(path) }
        _ = try? manager.run(["daemon-reload"], deadline: .after(.seconds(10)))
    }

    private func systemctl(_ arguments: [String]) throws(ClientError) {
        guard try manager.run(arguments, deadline: .after(.seconds(30))) == .exited(0) else {
            throw ClientError(
                .unavailable,
                "systemctl --user \(arguments.joined(separator: " ")) failed",
                advice: "Check whether a user manager is running: systemctl --user status"
            )
        }
    }
}
