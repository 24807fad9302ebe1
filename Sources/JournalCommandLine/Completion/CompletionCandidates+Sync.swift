// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The candidates for the arguments of `sync`.
extension CompletionCandidates {
    /// The names of the other machines that synchronize the journal, or the numbers of those with
    /// the same name.
    package var machines: [String] {
        let machines = (try? client?.call(SyncMachines()))?.machines ?? []
        return formatted(
            machines.filter { !$0.isCurrent }.map { machine in
                let isUnique = machines.count { $0.name == machine.name } == 1
                let seen = machine.lastSeen.map { "last seen \(LocalTime.minute(of: $0))" } ?? ""
                return isUnique
                    ? Candidate(value: machine.name, description: seen)
                    : Candidate(value: machine.node, description: machine.name)
            }
        )
    }

    /// The ids of the entries with conflicts.
    package var conflicts: [String] {
        var known: Set<EntryID> = []
        let found = conflicts(of: EntryReference(prefix)).filter {
            known.insert($0.entry).inserted
        }
        return formatted(found.map { candidate($0.entry, $0.firstLine) })
    }

    /// The ids of the versions in conflict: of the entry on the command line, or of all entries
    /// without one.
    package var conflictTexts: [String] {
        let entries = words.drop { $0 != "resolve" }.dropFirst().enumerated().filter { word in
            // Neither an option, nor the value of this one.
            !word.element.hasPrefix("-") && word.element != prefix
        }
        let entry = entries.lazy.compactMap { EntryReference($0.element) }.first
        return formatted(conflicts(of: entry).map { candidate($0.version.id, $0.otherFirstLine) })
    }

    private func conflicts(of entry: EntryReference?) -> [SyncConflict] {
        (try? client?.call(SyncConflicts(id: entry, limit: Self.limit)))?.conflicts ?? []
    }
}
