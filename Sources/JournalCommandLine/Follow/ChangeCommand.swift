// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The command of `watch --exec`, which runs for each change, one after the other.
package struct ChangeCommand {
    private let command: String
    private let environment: Environment

    /// Creates a runner of a command of the shell.
    package init(_ command: String, environment: Environment) {
        self.command = command
        self.environment = environment
    }

    /// Runs the command for the changes of an event in order.
    ///
    /// - Parameters:
    ///   - event: The event; a reset is passed as `{"reset":true,"to":…}`.
    ///   - cursor: The position after the event.
    ///   - processed: Called with a position after all changes up to it were processed.
    /// - Throws: `program` at the first run that fails; the changes after it are not processed.
    package func run(
        _ event: Watcher.Event,
        cursor: Cursor,
        processed: (Cursor) throws(ClientError) -> Void
    ) throws(ClientError) {
        switch event {
        case .subscribed: break
        case .reset(let cursor):
            try run(["reset": true, "to": cursor.json])
        case .changes(let changes):
            for (index, item) in changes.items.enumerated() {
                try run(item.json)
                let rest = changes.items[(index + 1)...]
                guard !changes.more, let next = rest.map(\.revision).min(),
                    next - 1 > changes.from.revision,
                    // An item can have a later state than that at the end of the range, for which
                    // changes follow that were committed before it.
                    rest.allSatisfy({ $0.revision <= changes.to.revision })
                else { continue }
                // What the other items stand for was committed later.
                try processed(Cursor(epoch: changes.to.epoch, revision: next - 1))
            }
        }
        try processed(cursor)
    }

    private func run(_ change: JSON) throws(ClientError) {
        let (program, input) = try Program.startReader(
            ["/bin/sh", "-c", command],
            variables: environment.variables
        )
        Program.send(Array("\(change)\n".utf8), to: input)
        let fault: String
        switch program.wait() {
        case .exited(0), .running: return
        case .exited(let status): fault = "exit status \(status)"
        case .killed(let signal): fault = "signal \(signal)"
        }
        let id = change["id"]?.stringValue.map { " of \($0)" } ?? ""
        throw ClientError(
            .program,
            "the command of --exec failed (\(fault)) for the change\(id)",
            advice: "With --cursor-file, the next run starts with this change."
        )
    }
}
