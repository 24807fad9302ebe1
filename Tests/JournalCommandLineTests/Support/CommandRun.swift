// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

/// A run with a daemon that replies as the test says, and with output that the test reads.
final class CommandRun {
    static let cursor = Cursor(epoch: "e", revision: 8)

    /// The daemon.
    let server: FakeServer
    /// The context of the command.
    let context: CommandContext
    /// The folder that contains the directories of the user, which do not exist yet.
    let folder: String
    private let directory: TemporaryDirectory
    private let descriptor: Int32

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - format: The form of the output.
    ///   - isInteractive: Whether the output is formatted for a terminal of 80 columns.
    ///   - script: The replies; `hello` has one of its own.
    /// - Throws: An error of the operating system.
    init(
        format: CommandContext.Format = .text,
        isInteractive: Bool = false,
        _ script: @escaping FakeServer.Script
    ) throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        folder = directory.path
        server = try FakeServer { request in
            guard request.method == "hello" else { return script(request) }
            return .result(Hello.Reply(version: "1", epoch: "e", cursor: Self.cursor, pid: 1).json)
        }
        descriptor = open("\(folder)/out", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        let variables = ["DATA", "STATE", "CONFIG"].map {
            ("XDG_\($0)_HOME", "\(directory.path)/x")
        }
        context = CommandContext(
            CommandContext.Options(socket: server.path, mayStart: false, format: format),
            environment: Environment(Dictionary(uniqueKeysWithValues: variables)),
            output: StandardOutput(descriptor: descriptor, isTerminal: false),
            terminal: Terminal(isInteractive: isInteractive, hasColor: false)
        )
    }

    deinit { close(descriptor) }

    /// The output so far.
    var printed: String {
        get throws {
            try context.output.flush()
            return String(decoding: try FileSystem.read("\(folder)/out"), as: UTF8.self)
        }
    }

    /// The parameters of the requests with a method.
    func calls(_ method: MethodName) -> [JSON] {
        server.requests.filter { $0.method == method.rawValue }.map(\.params)
    }

    /// Returns an entry with a text, whose number is the end of its id.
    static func entry(_ number: UInt64, _ text: String = "text") -> EntryRecord {
        EntryRecord(
            id: EntryID(high: number << 32, low: number),
            text: text,
            createdAt: .epoch,
            zone: "UTC",
            localDay: Timestamp.epoch.day,
            modifiedAt: .epoch,
            starred: false,
            revision: 7,
            notebook: .init(id: "n", name: "journal")
        )
    }

    /// Returns the result of a write of an entry.
    static func written(_ id: EntryID, entry: EntryRecord? = nil) -> JSON {
        EntryWritten(id: id, revision: 9, cursor: cursor, entry: entry).json
    }
}
