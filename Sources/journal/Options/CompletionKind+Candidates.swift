// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalCommandLine

extension CompletionKind {
    /// The names of notebooks.
    static var notebooks: CompletionKind { candidates(\.notebooks) }
    /// The names of tags.
    static var tags: CompletionKind { candidates(\.tags) }
    /// The names of templates.
    static var templates: CompletionKind { candidates(\.templates) }
    /// The ids of entries.
    static var entries: CompletionKind { candidates(\.entries) }
    /// The names of the other machines.
    static var machines: CompletionKind { candidates(\.machines) }
    /// The ids of entries with conflicts.
    static var conflicts: CompletionKind { candidates(\.conflicts) }
    /// The ids of the versions in conflict.
    static var conflictTexts: CompletionKind { candidates(\.conflictTexts) }

    private static func candidates(
        _ values: @escaping @Sendable (CompletionCandidates) -> [String]
    ) -> CompletionKind {
        .custom { words, _, prefix in
            let name = CompletionShell.requesting?.rawValue ?? ""
            let shell = CompletionCandidates.Shell(rawValue: name) ?? .bash
            return values(CompletionCandidates(words: words, prefix: prefix, shell: shell))
        }
    }
}
