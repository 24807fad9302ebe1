// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The notebooks, tags, ids, machines and templates that complete a word of a command line.
///
/// Only a daemon that is running is asked, and only for a short time: a shell waits for the result
/// after each press of the tabulator key. Without one there are no candidates.
package struct CompletionCandidates {
    /// A shell, which determines the form of candidates with a description.
    package enum Shell: String, Sendable, CaseIterable {
        case bash
        case zsh
        case fish
    }

    /// A value with a description for shells that show one.
    struct Candidate {
        var value: String
        var description = ""
    }

    static let limit = 50
    private static let descriptionWidth = 50
    private static let timeouts = Timeouts(
        call: .milliseconds(500),
        longCall: .milliseconds(500),
        launch: .milliseconds(500),
        probe: .milliseconds(50)
    )

    let words: [String]
    let prefix: String
    private let shell: Shell
    let client: JournalClient?
    private let templateFolder: TemplateFolder?

    /// Creates the candidates for a word.
    ///
    /// - Parameters:
    ///   - words: The words of the command line, the first of which is the program.
    ///   - prefix: The part of the word before the cursor.
    ///   - shell: The shell that completes the word.
    ///   - environment: The variables of the process.
    package init(
        words: [String],
        prefix: String,
        shell: Shell,
        environment: Environment = Environment(CurrentProcess.variables)
    ) {
        self.words = words
        self.prefix = prefix
        self.shell = shell
        let directories = UserDirectories(
            environment: environment,
            home: CurrentProcess.homeDirectory
        )
        templateFolder = (try? directories.configuration).map(
            TemplateFolder.init(configurationDirectory:)
        )
        let socket = try? SocketPath.resolve(
            option: Self.socketOption(words),
            environment: environment,
            uid: CurrentProcess.userID,
            status: FileStatus.init(path:)
        )
        client = socket.flatMap { socket in
            guard RunningDaemon.exists(at: socket) else { return nil }
            return JournalClient(
                socket: socket,
                timeouts: Self.timeouts,
                launcher: LocalDaemonLauncher(environment: environment, allowed: false)
            )
        }
    }

    /// The names of the notebooks.
    package var notebooks: [String] {
        let reply = try? client?.call(NotebookList())
        return formatted((reply?.notebooks ?? []).map { Candidate(value: $0.name) })
    }

    /// The names of the tags, behind those that precede a comma in the word.
    package var tags: [String] {
        let reply = try? client?.call(TagList())
        let given = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
        return formatted((reply?.tags ?? []).map { Candidate(value: given + $0.name) })
    }

    /// The names of the templates.
    package var templates: [String] {
        formatted((templateFolder?.names ?? []).map { Candidate(value: $0) })
    }

    /// The ids of the newest entries, or of those that start with the word.
    package var entries: [String] {
        guard let client else { return [] }
        if let reference = EntryReference(prefix) {
            do throws(ClientError) {
                let get = EntryGet(id: reference, allowsUnreadable: true)
                return formatted([candidate(try client.call(get).entry)])
            } catch {
                guard case .array(let ids)? = error.cause?.details["candidates"] else { return [] }
                return formatted(ids.compactMap(\.stringValue).map { Candidate(value: $0) })
            }
        }
        let command = words.dropFirst().first { !$0.hasPrefix("-") }
        let isTrash = command == "restore"
        let list = EntryList(filter: Filter(trashed: isTrash ? true : nil), limit: Self.limit)
        let reply = try? client.call(list)
        return formatted((reply?.entries ?? []).map(candidate))
    }

    private func candidate(_ entry: EntryRecord) -> Candidate {
        candidate(entry.id, EntryText.title(entry))
    }

    /// Returns an id, or as many of its first digits as lists show, with a line of text.
    func candidate(_ id: EntryID, _ line: String) -> Candidate {
        Candidate(
            value: prefix.count <= 8 ? id.firstDigits : id.text,
            description: Terminal.sanitized(line).fitted(to: Self.descriptionWidth)
        )
    }

    func formatted(_ candidates: [Candidate]) -> [String] {
        candidates.compactMap { candidate in
            // A value with control characters would not be the same after the shell showed it.
            guard Terminal.sanitized(candidate.value) == candidate.value,
                !candidate.value.contains(where: \.isNewline)
            else { return nil }
            return switch shell {
            case .bash: Self.escaped(candidate.value) { !$0.isLetter && !$0.isNumber }
            case .zsh: zsh(candidate)
            case .fish:
                candidate.description.isEmpty
                    ? candidate.value : "\(candidate.value)\t\(candidate.description)"
            }
        }
    }

    private func zsh(_ candidate: Candidate) -> String {
        let value = Self.escaped(candidate.value) { $0 == ":" || $0 == "\\" }
        return candidate.description.isEmpty ? value : "\(value):\(candidate.description)"
    }

    /// Returns a value with a backslash before some characters.
    ///
    /// The script for bash passes the candidates to `compgen -W`, which expands them: without
    /// backslashes it would execute a name such as `$(command)`.
    private static func escaped(_ value: String, _ isSpecial: (Character) -> Bool) -> String {
        value.reduce(into: "") { result, character in
            if isSpecial(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// Returns the value of `--socket` on a command line.
    private static func socketOption(_ words: [String]) -> String? {
        for (index, word) in words.enumerated() {
            if word == "--socket", index + 1 < words.count { return words[index + 1] }
            if word.hasPrefix("--socket=") { return String(word.dropFirst("--socket=".count)) }
        }
        return nil
    }
}
