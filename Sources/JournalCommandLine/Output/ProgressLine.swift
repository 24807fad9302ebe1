// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// The progress of a command, on standard error if it is a terminal.
final class ProgressLine {
    private let isShown: Bool
    private var start: Double
    private var last = 0.0

    /// Starts the progress.
    init(isShown: Bool = StandardDescriptors.isTerminal(2)) {
        self.isShown = isShown
        start = Self.now
    }

    /// Shows the progress, at most ten times in a second.
    ///
    /// - Parameters:
    ///   - count: The number of entries.
    ///   - verb: What was done with them.
    ///   - done: The part that is done, in bytes or entries.
    ///   - total: The whole of it; nil if it is unknown.
    func update(count: Int, verb: String = "", done: Int = 0, of total: Int? = nil) {
        show(after: { Self.text(count: count, verb: verb, done: done, of: total, seconds: $0) })
    }

    /// Shows the progress of a call.
    func update(_ progress: WorkProgress) { show(after: { Self.text(progress, seconds: $0) }) }

    /// Shows that the daemon starts.
    func updateStart() { show(after: { "waiting for the daemon to start, \(Int($0)) s" }) }

    /// Shows a line, at most ten times in a second.
    func show(_ line: @autoclosure () -> String) { show(after: { _ in line() }) }

    /// Removes the progress from the terminal; what follows begins again.
    func end() {
        if isShown, last > 0 { write("\r\u{1B}[K") }
        last = 0
        start = Self.now
    }

    private func show(after text: (Double) -> String) {
        guard isShown else { return }
        let now = Self.now
        guard now - last > 0.1 else { return }
        last = now
        write("\r\(text(now - start))\u{1B}[K")
    }

    /// Returns the line of a progress: `12000 entries, 43%, 5100/s`.
    static func text(
        count: Int,
        verb: String = "",
        done: Int,
        of total: Int?,
        seconds: Double
    ) -> String {
        var text = "\(count) \(count == 1 ? "entry" : "entries")"
        if !verb.isEmpty { text += " \(verb)" }
        if let total, total > 0 { text += ", \(min(100, done * 100 / total))%" }
        if seconds > 0.5 { text += ", \(Int(Double(count) / seconds))/s" }
        return text
    }

    /// Returns the line of the progress of a call.
    static func text(_ progress: WorkProgress, seconds: Double) -> String {
        if let done = progress.done, let verb = progress.phase.entryVerb {
            return text(count: done, verb: verb, done: done, of: progress.total, seconds: seconds)
        }
        var text = progress.phase.words
        if let done = progress.done, let total = progress.total, total > 0 {
            text += ", \(min(100, done * 100 / total))%"
        }
        return seconds < 1 ? text : text + ", \(Int(seconds)) s"
    }

    private func write(_ text: String) { _ = FileSystem.write(Array(text.utf8), descriptor: 2) }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension WorkProgress.Phase {
    /// The verb for the work on entries; nil if the parts of the work are not entries.
    fileprivate var entryVerb: String? {
        switch self {
        case .read: "read"
        case .change: "changed"
        case .delete: "deleted"
        default: nil
        }
    }

    /// The work in words.
    fileprivate var words: String {
        switch self {
        case .read: "reading entries"
        case .change: "changing entries"
        case .delete: "deleting entries"
        case .overwrite: "overwriting deleted content"
        case .copy: "copying"
        case .check: "checking"
        case .compact: "compacting"
        case .wait: "waiting for another change"
        default: "working"
        }
    }
}

/// The size of a file in words.
package enum FileSize {
    /// Returns a number of bytes with a unit of 1000: `17 bytes`, `4.2 kB`, `318 MB`.
    package static func text(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var tenths = (bytes + 50) / 100
        for unit in ["kB", "MB", "GB"] {
            if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
            if tenths < 9_995 { return "\((tenths + 5) / 10) \(unit)" }
            tenths = (tenths + 500) / 1000
        }
        return "\((tenths + 5) / 10) TB"
    }
}
