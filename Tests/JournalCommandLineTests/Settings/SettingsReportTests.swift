// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalCommandLine
import JournalProtocol
import Testing

struct SettingsReportTests {
    private func row(
        _ name: SettingName,
        _ content: String,
        _ variables: [String: String] = [:]
    ) -> [String]? {
        let file = SettingsFile(path: "/c/config.toml", content: content)
        let rows = SettingsReport(file, environment: Environment(variables)).rows
        return rows.first { $0.name == name }.map { [$0.value, $0.source] }
    }

    @Test func everySettingHasASource() {
        let file = SettingsFile(path: "/c/config.toml", content: "")
        let rows = SettingsReport(file, environment: Environment([:])).rows
        #expect(rows.map(\.name) == SettingName.allCases)
        #expect(rows.allSatisfy { $0.source == "default" })
    }

    @Test func variablesPrecedeTheFileAndTheFileTheLocale() {
        #expect(row(.editor, "editor = \"a\"", ["EDITOR": "b"]) == ["b", "EDITOR"])
        #expect(row(.editor, "\neditor = \"a\"") == ["a", "line 2"])
        #expect(row(.pager, "pager = \"a\"", ["PAGER": "b"]) == ["b", "PAGER"])
        #expect(row(.color, "color = \"always\"", ["NO_COLOR": "1"]) == ["never", "NO_COLOR"])
        #expect(row(.color, "color = \"always\"", ["TERM": "dumb"]) == ["never", "TERM"])
        #expect(row(.dateOrder, "", ["LANG": "en_US.UTF-8"]) == ["month-day", "LANG"])
        #expect(row(.firstWeekday, "", ["LC_ALL": "en_GB"]) == ["monday", "LC_ALL"])
        let order = "date-order = \"day-month\""
        #expect(row(.dateOrder, order, ["LANG": "en_US"]) == ["day-month", "line 1"])
        #expect(row(.notebook, "") == ["journal", "default"])
        #expect(row(.textTags, "text-tags = false") == ["false", "line 1"])
    }
}
