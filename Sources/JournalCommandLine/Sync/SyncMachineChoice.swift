// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

extension SyncMachine {
    /// The remarks of a list about a machine.
    package var notes: String {
        let notes = [isCurrent ? "this machine" : "", hasPendingPurges ? "purges pending" : ""]
        return notes.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// The machine that a command names: by its name, or by the beginning of its number.
package struct SyncMachineChoice {
    private let machines: [SyncMachine]

    /// Creates a choice among machines.
    package init(among machines: [SyncMachine]) { self.machines = machines }

    /// Returns another machine than this one.
    ///
    /// - Throws: `missing` if there is none, `usage` if there are several, or if it is this one.
    package func other(_ text: String) throws(ClientError) -> SyncMachine {
        let named = machines.filter { $0.name == text }
        let found = named.isEmpty ? machines.filter { $0.node.hasPrefix(text) } : named
        guard let machine = found.first, !text.isEmpty else {
            throw ClientError(
                .missing,
                "no machine is called \"\(text)\"",
                advice: "List the machines with: journal sync machines"
            )
        }
        guard found.count == 1 else {
            throw ClientError(
                .usage,
                "\(found.count) machines are called \"\(text)\"",
                advice: "Use the number of one: \(found.map(\.node).joined(separator: ", "))"
            )
        }
        guard !machine.isCurrent else {
            throw ClientError(
                .usage,
                "\(machine.name) is this machine",
                advice: "To end its synchronization: journal sync off"
            )
        }
        return machine
    }
}
