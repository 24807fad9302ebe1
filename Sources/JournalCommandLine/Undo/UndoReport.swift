// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The output of `journal undo` and `journal redo`, which is printed as the replies arrive.
struct UndoReport {
    private static let shownCount = 10
    private let context: CommandContext
    private let direction: UndoRun.Direction
    /// The step as it was before; nil before the first reply.
    private(set) var step: StepRecord?
    /// The number of changes that were made.
    private(set) var changeCount = 0
    private var failureCount = 0
    private var failures: [ClientError] = []
    private var lastFailure: ClientError?
    private var shown: [StepMoved.Change] = []
    private var renamings: [NameChange] = []
    private var cursor: Cursor?

    init(_ context: CommandContext, direction: UndoRun.Direction) {
        self.context = context
        self.direction = direction
    }

    /// The number of changes that were made or left as they are.
    var triedCount: Int { changeCount + failureCount }

    /// Prints the changes of a reply.
    mutating func add(_ moved: StepMoved) {
        if step == nil { begin(moved.step) }
        let command = moved.step.command
        for entry in moved.entries {
            context.recordStored("the \(command) of entry \(entry.id) was \(direction.participle)")
        }
        show(moved.entries)
        changeCount += moved.changeCount
        renamings += moved.renamings
        failureCount += moved.failureCount
        for failure in moved.failures {
            lastFailure = ClientError(failure)
            if failures.count < Self.shownCount { failures.append(ClientError(failure)) }
        }
        cursor = moved.cursor
    }

    private mutating func begin(_ step: StepRecord) {
        self.step = step
        guard context.format != .text else { return }
        let head: JSON = ["command": .string(step.command), "time": step.time.json]
        // Its closing brace follows at the end.
        write("{\"\(direction.participle)\":\(head.description.dropLast()),\"entries\":[")
    }

    private mutating func show(_ entries: [StepMoved.Change]) {
        if context.format != .text {
            for (index, entry) in entries.enumerated() {
                write((changeCount + index > 0 ? "," : "") + entry.json.description)
            }
        } else if context.terminal.isInteractive {
            shown += entries.prefix(Self.shownCount - shown.count)
        } else {
            for entry in entries { context.output.line("\(entry.id)\t\(entry.effect.words)") }
        }
    }

    /// Prints what follows the entries.
    func finish() {
        guard step != nil else { return }
        guard context.format == .text else {
            var tail = JSONObject()
            tail.append("renamings", each: renamings.isEmpty ? nil : renamings)
            tail.append("cursor", cursor)
            write("]," + JSON.object(tail).description.dropFirst() + "}\n")
            return
        }
        for renaming in renamings {
            let words = "\(renaming.kind.rawValue) \(renaming.formerName) renamed to "
            context.output.line(words + renaming.name)
        }
        guard context.terminal.isInteractive, let client = try? context.client else { return }
        var table = Table()
        for entry in shown {
            let id = String(entry.id.text.prefix(8))
            table.add(id, entry.effect.words, client.beginning(of: entry.id))
        }
        for line in table.fittedLines(for: context.terminal) { context.output.line(line) }
        let count = changeCount - renamings.count
        if count > shown.count {
            context.output.line("and \(count - shown.count) more; \(count) entries in all")
        }
    }

    /// The failures as one; nil if there are none.
    var failure: ClientError? {
        guard var failure = lastFailure, failureCount > 1 else { return lastFailure }
        failure.message = "\(failureCount) entries were not \(direction.participle)"
        let rest = failureCount - failures.count
        failure.advice = (failures.map(\.description) + (rest > 0 ? ["and \(rest) more"] : []))
            .joined(separator: "\n")
        return failure
    }

    /// Appends to the output; a failure to write is reported when the command ends.
    private func write(_ text: String) { try? context.output.append(Array(text.utf8)) }
}

extension StepMoved.Change.Effect {
    /// The effect in words.
    var words: String {
        switch self {
        case .trashed: "moved to the trash"
        case .restored: "restored from the trash"
        case .updated: "previous values restored"
        }
    }
}

extension ClientError {
    /// Creates the error for a change that was left as it is.
    init(_ failure: StepMoved.Failure) {
        self.init(ProtocolError(failure.kind, failure.message))
        switch failure.kind {
        case .conflict:
            advice =
                "To look at it: journal show \(failure.id)\n"
                + "Its earlier versions: journal history \(failure.id)"
        case .versionNotFound: advice = "See: journal history \(failure.id)"
        default: advice = nil
        }
    }
}
