// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol

extension TestBed {
    /// Runs `journal` with an editor that executes a script on its file, perhaps on a terminal.
    func edit(
        _ arguments: String,
        editor: String,
        onTerminal: Bool = false,
        answer: String? = nil
    ) throws -> ChildProcess.Result {
        let line = "EDITOR='\(try saveEditor(editor))' \(Built.journal) \(arguments) --timeout 40"
        guard onTerminal else { return try run(["/bin/sh", "-c", line]) }
        guard let terminal = Built.tool("script") else { throw Stuck("script is not installed") }
        return try run([terminal, "-q", "-e", "-c", line, "/dev/null"], input: answer)
    }

    /// Saves a script as an editor, and returns its command.
    func saveEditor(_ script: String) throws -> String {
        let path = "\(root)/editor"
        try FileSystem.write(Array("#!/bin/sh\n\(script)\n".utf8), to: path)
        return "sh \(path)"
    }

    /// The kinds of the saved texts, oldest first.
    func savedKinds() throws -> [String] {
        try journal("drafts", "--jsonl").lines.compactMap {
            try JSON.parse($0)["kind"]?.stringValue
        }
    }
}
