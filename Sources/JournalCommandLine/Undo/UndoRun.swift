// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// The work of `journal undo` and `journal redo`, which the daemon does.
package struct UndoRun {
    /// The direction of a run.
    package enum Direction: Sendable {
        case undo
        case redo

        /// The name of the command.
        var name: String { self == .undo ? "undo" : "redo" }
        /// The past participle of the verb.
        var participle: String { self == .undo ? "undone" : "redone" }
    }

    /// The number of changes in one request, between which a signal ends the run.
    private static let requestLength = 1000
    private let context: CommandContext
    private let client: JournalClient
    private let direction: Direction

    /// Creates a run.
    package init(
        _ context: CommandContext,
        direction: Direction = .undo
    ) throws(ClientError) {
        self.context = context
        self.direction = direction
        client = try context.client
    }

    /// Undoes or redoes a step and prints the entries that were changed.
    ///
    /// - Parameter number: The number of the step in the list; the last step is 1.
    /// - Throws: An error if there is no such step, if it cannot be undone, or if an entry was
    ///   changed since; the other entries of the step are undone anyway.
    package func run(_ number: Int) throws(ClientError) {
        var report = UndoReport(context, direction: direction)
        let end = try Interruption.delayed { () throws(ClientError) in
            defer { context.progress.end() }
            return try move(number, report: &report)
        }
        report.finish()
        guard var failure = end ?? report.failure else { return }
        try context.output.flush()
        if end == nil, try steps(number + 1).count > number {
            failure = failure.adding("To \(direction.name) an older change: \(list)")
        }
        throw failure
    }

    /// Moves all parts of the step; returns the failure after which the others were not moved.
    private func move(
        _ number: Int,
        report: inout UndoReport
    ) throws(ClientError) -> ClientError? {
        var selection = StepSelection(limit: Self.requestLength)
        if number > 1 { selection.step = try step(number).id }
        while true {
            let moved: StepMoved
            do throws(ClientError) {
                moved = try call(selection)
            } catch {
                guard report.step == nil else { return error }
                throw explained(error, step: number)
            }
            report.add(moved)
            guard let page = moved.nextPage else { return nil }
            context.progress.update(
                count: report.triedCount,
                verb: direction.participle,
                done: report.triedCount,
                of: report.step?.changeCount
            )
            guard !Interruption.isRequested else {
                let count = report.changeCount
                return Interruption.error("\(count) changes were \(direction.participle)")
                    .adding("To \(direction.name) the rest: journal \(direction.name)")
            }
            selection.step = moved.step.id
            selection.page = page
        }
    }

    /// Undoes the last step if it is the change of one entry or of a name, and prints nothing.
    func undoSingle() throws(ClientError) -> StepMoved {
        let step = try step(1)
        guard step.changeCount <= 1 else {
            throw ClientError(
                .usage,
                "the last change, \(step.command), concerns \(step.changeCount) entries; "
                    + "to undo it: journal undo"
            )
        }
        do throws(ClientError) {
            return try call(StepSelection(step: step.id))
        } catch {
            throw explained(error, step: 1)
        }
    }

    private func call(_ selection: StepSelection) throws(ClientError) -> StepMoved {
        switch direction {
        case .undo: try client.call(Undo(selection))
        case .redo: try client.call(Redo(selection))
        }
    }

    /// Returns the newest steps.
    private func steps(_ limit: Int) throws(ClientError) -> [StepRecord] {
        let limit = min(limit, Limits.page)
        return try client.call(UndoList(undone: direction == .redo, limit: limit)).steps
    }

    private func step(_ number: Int) throws(ClientError) -> StepRecord {
        let steps = try steps(number)
        guard number <= steps.count else {
            let name = direction.name
            throw steps.isEmpty
                ? ClientError(.nothingFound, "there is no change to \(name)")
                : ClientError(
                    .missing,
                    "there is no change \(number); \(steps.count) can be \(direction.participle)"
                )
        }
        return steps[number - 1]
    }

    // MARK: The list

    /// Prints the steps, newest first.
    package func list(_ limit: Int) throws(ClientError) {
        let steps = try steps(limit)
        func objects() -> [JSON] { steps.enumerated().map { Self.json($1, number: $0 + 1) } }
        context.list(objects(), whole: ["steps": .array(objects())]) {
            var table = Table()
            for (index, step) in steps.enumerated() { add(step, number: index + 1, to: &table) }
            return table.fittedLines(for: context.terminal)
        }
        if context.format == .text, steps.isEmpty, context.terminal.isInteractive {
            StandardError.say("journal: there is no change to \(direction.name)")
        }
    }

    private func add(_ step: StepRecord, number: Int, to table: inout Table) {
        var words = step.obstacle.map { "cannot be undone: \($0.message)" } ?? ""
        if let renaming = step.renamings.first {
            words = "\(renaming.formerName) to \(renaming.name)"
        }
        guard context.terminal.isInteractive else {
            let ids = step.ids.map(\.text).joined(separator: " ")
            let time = step.time.description
            table.add(String(number), time, step.command, EntryText.oneLine(words), ids)
            return
        }
        if let first = step.ids.first {
            words =
                step.changeCount > 1
                ? "\(step.changeCount) changes: " : "\(first.text.prefix(8))  "
            words += client.beginning(of: first)
        }
        let local = LocalTime.timestamp(milliseconds: step.time.milliseconds) ?? step.time
        table.add(String(number), EntryText.time(local), step.command, words)
    }

    private static func json(_ step: StepRecord, number: Int) -> JSON {
        var object = JSONObject()
        object.append("number", number)
        object.append("undoable", step.obstacle == nil)
        if case .object(let members) = step.json {
            for member in members.members { object[member.key] = member.value }
        }
        return .object(object)
    }

    // MARK: Errors

    private var list: String { "journal \(direction.name) --list" }

    /// Returns an error of the daemon in the words of the command.
    private func explained(_ error: ClientError, step number: Int) -> ClientError {
        switch error.cause?.kind {
        case .undoNothing: return ClientError(.nothingFound, error.message)
        case .undoPermanent: break
        default: return error
        }
        guard let json = error.cause?.details["step"], let step = try? StepRecord(json: json),
            let obstacle = step.obstacle
        else { return error }
        var refusal = ClientError(
            .nothingFound,
            "the last change cannot be undone: \(obstacle.message)",
            advice: obstacle.advice
        )
        if number > 1 {
            refusal.message = "change \(number) cannot be undone: \(obstacle.message)"
        }
        guard let steps = try? steps(number + 1), steps.count > number else { return refusal }
        let next = steps[number]
        let time = EntryText.time(
            LocalTime.timestamp(milliseconds: next.time.milliseconds) ?? next.time
        )
        let words = "the change before it, \(next.command) at \(time.suffix(5))"
        return refusal.adding("To undo \(words): journal undo \(number + 1)")
    }
}

extension StepRecord.Obstacle {
    /// The command that has the effect of undoing the change, or `nil`.
    fileprivate var advice: String? {
        switch kind {
        case "attach": "To remove it: journal attachments ID --remove NAME"
        case "notebook.create": name.map { "To delete it: journal notebook delete \($0)" }
        default: nil
        }
    }
}

extension JournalClient {
    /// Returns the beginning of an entry, or nothing if it was deleted permanently.
    func beginning(of id: EntryID) -> String {
        let get = EntryGet(id: EntryReference(id), allowsUnreadable: true)
        let entry = try? call(get).entry
        return entry.map { EntryText.title($0) } ?? ""
    }
}
