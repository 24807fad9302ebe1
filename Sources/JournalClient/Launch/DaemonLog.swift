// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalSystem

/// The log of a daemon that this process launches.
///
/// If the log cannot be written, the daemon runs without one.
struct DaemonLog {
    /// The file that the output of the daemon is appended to.
    let path: String
    /// A line about the log for an error message.
    let note: String
    private let start: Int

    /// Creates the log below the state directory of the user.
    init(environment: Environment) {
        do throws(ClientError) {
            path = try Self.prepare(environment)
            note = "See the log: \(path)"
        } catch {
            path = "/dev/null"
            note = "There is no log: \(error.message)"
        }
        start = FileSystem.size(path)
    }

    /// The lines that were appended since the launch.
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
