// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalSystem

/// The progress of a transfer, on standard error if it is a terminal.
struct TransferProgress {
    private let isShown: Bool
    private let start: Double
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
    ///   - done: The part that is done, in bytes or entries.
    ///   - total: The whole of it; nil if it is unknown.
    mutating func update(count: Int, done: Int = 0, of total: Int? = nil) {
        let start = start
        show(Self.text(count: count, done: done, of: total, seconds: Self.now - start))
    }

    /// Shows a line, at most ten times in a second.
    mutating func show(_ line: @autoclosure () -> String) {
        guard isShown else { return }
        let now = Self.now
        guard now - last > 0.1 else { return }
        last = now
        write("\r\(line())\u{1B}[K")
    }

    /// Removes the progress from the terminal.
    func end() {
        if isShown, last > 0 { write("\r\u{1B}[K") }
    }

    /// Returns the line of a progress: `12000 entries, 43%, 5100/s`.
    static func text(count: Int, done: Int, of total: Int?, seconds: Double) -> String {
        var text = "\(count) \(count == 1 ? "entry" : "entries")"
        if let total, total > 0 { text += ", \(min(100, done * 100 / total))%" }
        if seconds > 0.5 { text += ", \(Int(Double(count) / seconds))/s" }
        return text
    }

    private func write(_ text: String) { _ = FileSystem.write(Array(text.utf8), descriptor: 2) }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
