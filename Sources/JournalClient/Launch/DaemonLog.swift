// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalSystem

/// Where a daemon that this process runs says what it has to say.
///
/// A daemon without a log is better than none, so one that cannot be written is done without.
struct DaemonLog {
    /// What the daemon's output goes to.
    let path: String
    /// What a person is told about it.
    let note: String
    private let start: Int

    /// Finds the log below the user's state directory and sees whether it can be written.
    init(environment: Environment) {
        do throws(ClientError) {
            path = try Self.prepare(environment)
            note = "Its log: \(path)"
        } catch {
            path = "/dev/null"
            note = "It has no log: \(error.message)"
        }
        start = FileSystem.size(path)
    }

    /// The lines since the daemon was started.
    var newLines: [String] {
        let content = (try? FileSystem.read(path)) ?? []
        return String(decoding: content.dropFirst(min(start, content.count)), as: UTF8.self)
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    private static func prepare(_ environment: Environment) throws(ClientError) -> String {
        let state: String
        do throws(PathError) {
            state =
                try UserDirectories(
                    environment: environment,
                    home: CurrentProcess.homeDirectory
                ).state
        } catch {
            throw ClientError(error)
        }
        try FileSystem.makeDirectory(state)
        try FileSystem.requireAppendable(state + "/daemon.log")
        return state + "/daemon.log"
    }
}
