// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// The drafts, conflicts and undelivered entries of a user.
package struct SavedTexts: Sendable {
    private let directories: [(kind: SavedText.Kind, path: String)]

    /// Opens the folders below the state directory of the journal.
    package init(stateDirectory: String) {
        directories = [
            (.draft, Drafts(stateDirectory: stateDirectory).directory),
            (.conflict, Self.conflictDirectory(stateDirectory)),
            (.undelivered, Outbox(stateDirectory: stateDirectory).directory),
        ]
    }

    /// Returns the folder for edits that conflict with another change.
    static func conflictDirectory(_ stateDirectory: String) -> String {
        stateDirectory + "/conflicts"
    }

    /// The saved files, oldest first, so that a new one has the highest number.
    package var all: [SavedText] {
        directories.flatMap { kind, directory in
            Self.files(in: directory).compactMap { name -> SavedText? in
                var status = stat()
                let path = "\(directory)/\(name)"
                guard stat(path, &status) == 0 else { return nil }
                let time =
                    Int64(status.st_mtim.tv_sec) * 1000
                    + Int64(status.st_mtim.tv_nsec) / 1_000_000
                let modifiedAt = LocalTime.timestamp(milliseconds: time) ?? .epoch
                return SavedText(path: path, kind: kind, modifiedAt: modifiedAt)
            }
        }
        .sorted { ($0.modifiedAt.milliseconds, $0.path) < ($1.modifiedAt.milliseconds, $1.path) }
    }

    private static let minimumPrefixLength = 4

    /// Returns the text with a number of the list, the name of a file or its beginning, or a path.
    package func text(_ argument: String) throws(ClientError) -> SavedText {
        let all = all
        if let number = Int(argument), (1...).contains(number), number <= all.count {
            return all[number - 1]
        }
        var found = all.filter { $0.name == argument || $0.path == argument }
        if found.isEmpty, argument.utf8.count >= Self.minimumPrefixLength {
            found = all.filter { $0.name.hasPrefix(argument) }
        }
        guard found.count <= 1 else {
            let paths = found.map(\.path).joined(separator: "\n  ")
            throw ClientError(
                .usage,
                "there are \(found.count) saved files named \"\(argument)\"",
                advice: "Use the path or the number of one:\n  \(paths)"
            )
        }
        guard let text = found.first else {
            throw ClientError(
                .missing,
                "there is no saved file \"\(argument)\"",
                advice: "List the saved files with: journal drafts"
            )
        }
        return text
    }

    /// The number of files of each kind, such as `2 drafts, 1 conflict`, or `nil`.
    package func summary(of kinds: [SavedText.Kind] = SavedText.Kind.allCases) -> String? {
        let parts = directories.compactMap { kind, directory -> String? in
            guard kinds.contains(kind) else { return nil }
            // A text that is being edited is not left over.
            let count = Self.files(in: directory).count {
                DraftLock.holder(of: "\(directory)/\($0)") == nil
            }
            return count == 0 ? nil : "\(count) \(kind.noun(count))"
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The message about drafts and conflicts, which a person can finish, or `nil`.
    package var announcement: String? {
        summary(of: [.draft, .conflict]).map { "\($0) left; see: journal drafts" }
    }

    private static func files(in directory: String) -> [String] {
        FileSystem.names(in: directory).filter { $0.hasSuffix(".md") }
    }
}

extension CommandContext {
    /// Mentions drafts and conflicts to a person, after a command that may leave some.
    package func remindOfDrafts() {
        guard StandardDescriptors.isTerminal(2), format == .text,
            let directory = try? stateDirectory(),
            let announcement = SavedTexts(stateDirectory: directory).announcement
        else { return }
        StandardError.say("journal: \(announcement)")
    }
}

extension SavedText.Kind {
    /// Returns the noun for a number of files.
    fileprivate func noun(_ count: Int) -> String {
        switch self {
        case .draft: count == 1 ? "draft" : "drafts"
        case .conflict: count == 1 ? "conflict" : "conflicts"
        case .undelivered: count == 1 ? "undelivered entry" : "undelivered entries"
        }
    }
}
