// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct EditorCommandTests {
    @Test(arguments: [
        ("code", "EDITOR=\"code --wait\""), ("/opt/subl -n", "EDITOR=\"/opt/subl -n --wait\""),
        ("kate", "EDITOR=\"kate --block\""), ("gvim", "EDITOR=\"gvim -f\""),
    ])
    func editorWithAWindowNeedsItsOption(line: String, advice: String) {
        let command = EditorCommand(environment: Environment(["EDITOR": line]), setting: nil)
        let hint = command.hint(isQuick: false)
        #expect(hint?.hasSuffix("\nTo wait until it is closed: \(advice)") == true)
    }

    @Test(arguments: ["code --wait", "code -w", "subl -w", "gvim --nofork", "kate -b"])
    func editorThatWaitsHasNoHint(line: String) {
        let command = EditorCommand(environment: Environment(["VISUAL": line]), setting: nil)
        #expect(command.hint(isQuick: true) == nil)
    }

    @Test func otherEditorHasAHintIfItReturnsAtOnce() {
        let command = EditorCommand(environment: Environment([:]), setting: "my-editor")
        #expect(command.hint(isQuick: true)?.contains("for example --wait or -f") == true)
        #expect(command.hint(isQuick: false) == nil)
    }

    @Test func adviceNamesTheChoice() {
        let variables = ["VISUAL": "code", "EDITOR": "vi"]
        let visual = EditorCommand(environment: Environment(variables), setting: "subl")
        #expect(visual.hint(isQuick: true)?.hasSuffix("VISUAL=\"code --wait\"") == true)
        let setting = EditorCommand(environment: Environment([:]), setting: "subl")
        #expect(setting.hint(isQuick: true)?.hasSuffix("editor = \"subl --wait\"") == true)
    }
}
