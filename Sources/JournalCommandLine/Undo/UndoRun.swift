// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// The work of `journal undo`.
package struct UndoRun {
    private static let shownEntryCount = 10
    private let context: CommandContext
    private let log: UndoLog
    private let completion: UndoCompletion

    /// Creates a run that reads the log of the user.
    package init(_ context: CommandContext) throws(ClientError) {
        self.context = context
        let directory = try context.stateDirectory()
        log = UndoLog(stateDirectory: directory)
        completion = UndoCompletion(client: try context.client, stateDirectory: directory)
    }

    /// Undoes a step and prints the entries that have their former state again.
    ///
    /// - Parameter number: The number of the step in the list; the last step is 1.
    /// - Throws: An error if there is no such step, if it cannot be undone, or if an entry was
    ///   changed since; the other entries of the step are undone anyway.
    package func undo(_ number: Int) throws(ClientError) {
        let reversed = try reverse(number)
        try show(reversed.outcome, of: reversed.step, isLast: reversed.isLast)
    }

    /// Undoes a step and prints nothing.
    ///
    /// - Parameters:
    ///   - number: The number of the step in the list; the last step is 1.
    ///   - check: Throws if the step must not be undone.
    /// - Returns: The outcome, the step, and whether it is the last one in the list.
    /// - Throws: An error if there is no such step, or if it cannot be undone.
    func reverse(
        _ number: Int,
        check: (UndoStep) throws(ClientError) -> Void = { _ throws(ClientError) in }
    ) throws(ClientError) -> (outcome: StepReversal.Outcome, step: UndoStep, isLast: Bool) {
        try log.withLock { () throws(ClientError) in
            let head = try context.client.call(Hello(clientName: "journal")).cursor
            let steps = try steps(epoch: head.epoch, newest: number)
            guard number <= steps.count else { throw Self.missing(number, of: steps.count) }
            let step = steps[number - 1]
            if let obstacle = step.obstacle {
                throw refusal(obstacle, number, next: steps.dropFirst(number).first)
            }
            try check(step)
            let outcome = try Interruption.delayed { () throws(ClientError) in
                defer { context.progress.end() }
                let total = step.entries.count
                return try StepReversal(client: context.client).run(step) {
                    context.progress.update(count: $0, "undone", done: $0, of: total)
                } _: {
                    record($0, of: step, head: head)
                }
            }
            return (outcome, step, number == steps.count)
        }
    }

    /// Prints the steps that can be undone, newest first.
    package func list(_ limit: Int) throws(ClientError) {
        let epoch = try context.client.call(Hello(clientName: "journal")).cursor.epoch
        let steps = try steps(epoch: epoch, newest: limit)
        let shown = steps.prefix(limit).enumerated()
        switch context.format {
        case .json:
            let all = shown.map { Self.json($1, number: $0 + 1) }
            context.output.line(["steps": .array(all)])
        case .jsonLines:
            for (index, step) in shown { context.output.line(Self.json(step, number: index + 1)) }
        case .text:
            var table = Table()
            for (index, step) in shown { add(step, number: index + 1, to: &table) }
            for line in table.fittedLines(for: context.terminal) { context.output.line(line) }
            if steps.isEmpty, context.terminal.isInteractive {
                StandardError.say("journal: there is no change to undo")
            }
        }
    }

    /// Returns at least as many of the newest steps as requested, and the one before them, if there
    /// are as many.
    private func steps(epoch: String, newest count: Int) throws(ClientError) -> [UndoStep] {
        try completion.run(epoch: epoch)
        return log.history(epoch: epoch, newest: count).steps
    }

    /// Records the reversal, so that the step, or this part of it, is no longer listed.
    private func record(_ outcome: StepReversal.Outcome, of step: UndoStep, head: Cursor) {
        guard outcome.cursor != nil || !outcome.missing.isEmpty else { return }
        let cursor = outcome.cursor ?? head
        var entries = outcome.undone.map {
            EntryVersion(id: $0.written.id, revision: $0.written.revision)
        }
        entries += outcome.missing.map { EntryVersion(id: $0, revision: 0) }
        let reversal = UndoRecord.Reversal(step: step.cursor, cursor: cursor, entries: entries)
        do throws(ClientError) {
            try log.append(.undone(reversal))
        } catch {
            StandardError.say("journal: the change was undone, but: \(error.message)")
        }
    }

    // MARK: Output

    private func show(
        _ outcome: StepReversal.Outcome,
        of step: UndoStep,
        isLast: Bool
    ) throws(ClientError) {
        for (_, written) in outcome.undone {
            context.recordStored("the \(step.command) of entry \(written.id) was undone")
        }
        if context.format == .text {
            for line in lines(outcome, step) { context.output.line(line) }
        } else {
            context.output.line(Self.json(outcome, step))
        }
        guard var failure = outcome.end ?? outcome.failures.last else { return }
        try context.output.flush()
        if outcome.end == nil, outcome.failures.count > 1 {
            failure.message = "\(outcome.failures.count) entries were not undone"
            let named = outcome.failures.prefix(Self.shownEntryCount)
            let rest = outcome.failures.count - named.count
            failure.advice = (named.map(\.description) + (rest > 0 ? ["and \(rest) more"] : []))
                .joined(separator: "\n")
        }
        if !isLast { failure = failure.adding("To undo an older change: journal undo --list") }
        throw failure
    }

    private func lines(_ outcome: StepReversal.Outcome, _ step: UndoStep) -> [String] {
        if let renaming = step.renaming {
            let words = "\(renaming.kind.rawValue) \(renaming.name) renamed to "
            return [words + renaming.formerName]
        }
        guard context.terminal.isInteractive else {
            return outcome.undone.map { "\($0.written.id)\t\(Self.words(for: $0.change.action))" }
        }
        var table = Table()
        for (change, written) in outcome.undone.prefix(Self.shownEntryCount) {
            let id = String(written.id.text.prefix(8))
            table.add(id, Self.words(for: change.action), beginning(of: written.id))
        }
        let rest = outcome.undone.count - Self.shownEntryCount
        let more = "and \(rest) more; \(outcome.undone.count) entries in all"
        return table.fittedLines(for: context.terminal) + (rest > 0 ? [more] : [])
    }

    private func add(_ step: UndoStep, number: Int, to table: inout Table) {
        var words = step.obstacle.map { "cannot be undone: \($0.change)" } ?? ""
        if let renaming = step.renaming {
            words = "\(renaming.formerName) to \(renaming.name)"
        }
        guard context.terminal.isInteractive else {
            let ids = step.entries.map(\.id.text).joined(separator: " ")
            let time = step.time.description
            table.add(String(number), time, step.command, EntryText.oneLine(words), ids)
            return
        }
        if let first = step.entries.first {
            let rest = step.entries.count - 1
            words = rest > 0 ? "\(rest + 1) entries: " : "\(first.id.text.prefix(8))  "
            words += beginning(of: first.id)
        }
        let local = LocalTime.timestamp(milliseconds: step.time.milliseconds) ?? step.time
        table.add(String(number), EntryText.time(local), step.command, words)
    }

    /// Returns the beginning of an entry, or nothing if it was deleted permanently.
    private func beginning(of id: EntryID) -> String {
        let get = EntryGet(id: EntryReference(id), allowsUnreadable: true)
        let entry = try? context.client.call(get).entry
        return entry.map { EntryText.title($0) } ?? ""
    }

    static func words(for action: EntryChange.Action) -> String {
        switch action {
        case .create, .restore: "moved to the trash"
        case .edit: "former values restored"
        case .delete: "restored from the trash"
        }
    }

    private static func json(_ step: UndoStep, number: Int) -> JSON {
        var object = JSONObject()
        object.append("number", number)
        object.append("undoable", step.obstacle == nil)
        if case .object(let members) = step.json {
            for member in members.members { object[member.key] = member.value }
        }
        return .object(object)
    }

    private static func json(_ outcome: StepReversal.Outcome, _ step: UndoStep) -> JSON {
        var object = JSONObject()
        object.append("command", step.command)
        object.append("time", step.time)
        object.append("entries", each: outcome.undone.map(\.written))
        object.append("renaming", step.renaming)
        object.append("cursor", outcome.cursor)
        return ["undone": .object(object)]
    }

    // MARK: Errors

    private static func missing(_ number: Int, of count: Int) -> ClientError {
        count == 0
            ? ClientError(.nothingFound, "there is no change to undo")
            : ClientError(.missing, "there is no change \(number); \(count) can be undone")
    }

    private func refusal(
        _ obstacle: UndoStep.Obstacle,
        _ number: Int,
        next: UndoStep?
    ) -> ClientError {
        var error = ClientError(
            .nothingFound,
            "the last change cannot be undone: \(obstacle.change)",
            advice: obstacle.advice
        )
        if number > 1 { error.message = "change \(number) cannot be undone: \(obstacle.change)" }
        if let next {
            let time = EntryText.time(next.time).suffix(5)
            let words = "the change before it, \(next.command) at \(time)"
            error = error.adding("To undo \(words): journal undo \(number + 1)")
        }
        return error
    }
}
