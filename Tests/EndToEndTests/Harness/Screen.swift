// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A terminal of a fixed size in which a program runs, inside of tmux.
final class Screen {
    /// Whether tmux is installed; `contrib/test` installs it.
    static let isAvailable = Built.tool("tmux") != nil

    private let bed: TestBed
    private let tmux: String
    private let socket: String

    /// Starts a command of the shell, in which `journal` is the program under test; its exit status
    /// is the last line of the screen.
    init(_ bed: TestBed, columns: Int, rows: Int, _ command: String) throws {
        guard let tmux = Built.tool("tmux") else { throw Stuck("tmux is not installed") }
        self.bed = bed
        self.tmux = tmux
        socket = "\(bed.root)/screen-\(UUID().uuidString.prefix(8))"
        let script = """
            stty -echo; journal() { \(Built.journal) "$@" --color never --timeout 40; }
            \(command)
            printf '[exit %s]' $?; exec sleep 600
            """
        var arguments = [tmux, "-u", "-S", socket, "-f", "/dev/null", "new-session", "-d"]
        arguments += ["-x", "\(columns)", "-y", "\(rows)", "sh", "-c", script]
        let started = try bed.run(arguments)
        guard started.status == 0 else { throw Stuck("tmux: \(started.errors)") }
        try tell("set-option", "-g", "status", "off")
    }

    deinit { _ = try? bed.run([tmux, "-S", socket, "kill-server"]) }

    /// The lines of the screen without blanks at their ends and empty lines at the end.
    func text() throws -> String {
        let result = try bed.run([tmux, "-S", socket, "capture-pane", "-p"])
        var lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// Waits until the screen contains a text, and returns the screen.
    @discardableResult
    func wait(for part: String) throws -> String {
        try wait("\"\(part)\" on the screen") { $0.contains(part) }
    }

    /// Waits until the screen ends with a text, such as a prompt, and returns the screen.
    @discardableResult
    func wait(forEnd end: String) throws -> String {
        try wait("\"\(end)\" at the end of the screen") { $0.hasSuffix(end) }
    }

    private func wait(_ what: String, until isReached: (String) -> Bool) throws -> String {
        var last = ""
        do {
            return try eventually(what) {
                last = try text()
                return isReached(last) ? last : nil
            }
        } catch {
            throw Stuck("\(error); the screen:\n\(last)")
        }
    }

    /// Waits until the command ends, and returns the screen.
    func end() throws -> String { try wait(for: "[exit ") }

    /// Types keys, by the names of tmux.
    func type(_ keys: String...) throws {
        try tell(["send-keys"] + keys)
    }

    /// Pastes a text, in brackets if the program has asked for them.
    func paste(_ text: String) throws {
        try tell("set-buffer", "--", text)
        try tell("paste-buffer", "-p", "-r")
    }

    /// Changes the size of the terminal.
    func resize(columns: Int, rows: Int) throws {
        try tell("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    private func tell(_ arguments: String...) throws { try tell(arguments) }

    private func tell(_ arguments: [String]) throws {
        let result = try bed.run([tmux, "-S", socket] + arguments)
        guard result.status == 0 else { throw Stuck("tmux \(arguments): \(result.errors)") }
    }
}

extension TestBed {
    /// Writes an entry with a deterministic id, whose first digits are `number`, repeated.
    func write(
        _ number: Int,
        _ text: String,
        at time: String,
        notebook: String = "journal",
        tags: [String] = [],
        starred: Bool = false
    ) throws {
        let digits = String(repeating: "\(number % 10)", count: 8)
        let params: [String: Any] = [
            "id": "\(digits)-0000-4000-8000-\(String(format: "%012d", number))", "text": text,
            "createdAt": time, "zone": "Europe/Berlin", "notebook": notebook,
            "createNotebook": true, "tags": tags, "starred": starred,
        ]
        let json = try JSONSerialization.data(withJSONObject: params)
        let result = try journal("rpc", "entry.create", String(decoding: json, as: UTF8.self))
        guard result.status == 0 else { throw Stuck(result.errors) }
    }
}
