// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The settings that are in effect, each with its source, for `journal config`.
package struct SettingsReport: Sendable {
    /// A setting that is in effect.
    package struct Row: Sendable, Equatable {
        /// The setting.
        package var name: SettingName
        /// The value; empty for none.
        package var value: String
        /// The origin of the value: `default`, a variable, or the line of the file.
        package var source: String

        /// The row as `--jsonl` prints it.
        package var json: JSON {
            ["name": .string(name.rawValue), "value": .string(value), "source": .string(source)]
        }
    }

    private let file: SettingsFile
    private let environment: Environment

    /// Creates a report about a file and the variables of the process.
    package init(_ file: SettingsFile, environment: Environment) {
        self.file = file
        self.environment = environment
    }

    /// The settings in the order of `SettingName`.
    package var rows: [Row] {
        SettingName.allCases.map { name in
            let (value, source) = fromVariables(name) ?? fromFile(name) ?? standard(name)
            return Row(name: name, value: value, source: source)
        }
    }

    /// The report as `--json` prints it.
    package var json: JSON {
        let problems = file.problems.map { problem -> JSON in
            let line: JSON = problem.line.map { .integer(Int64($0)) } ?? .null
            return ["line": line, "message": .string(problem.message)]
        }
        return [
            "path": file.path.map { .string($0) } ?? .null,
            "exists": .bool(file.exists),
            "settings": .array(rows.map(\.json)),
            "problems": .array(problems),
        ]
    }

    /// Returns the value of a variable that takes precedence over the file.
    private func fromVariables(_ name: SettingName) -> (String, String)? {
        switch name {
        case .editor: variable("VISUAL") ?? variable("EDITOR")
        case .pager: variable("PAGER")
        case .color:
            environment["NO_COLOR"] != nil
                ? ("never", "NO_COLOR") : environment["TERM"] == "dumb" ? ("never", "TERM") : nil
        default: nil
        }
    }

    private func variable(_ name: String) -> (String, String)? {
        environment[name].map { ($0, name) }
    }

    private func fromFile(_ name: SettingName) -> (String, String)? {
        guard let value = file.settings[name] else { return nil }
        let source = file.lines[name].map { "line \($0)" } ?? "config.toml"
        switch value {
        case .text(let text): return (text, source)
        case .flag(let flag): return (String(flag), source)
        }
    }

    /// Returns the value of a setting that neither a variable nor the file has.
    private func standard(_ name: SettingName) -> (String, String) {
        let variable = DateConventions.localeVariable(in: environment)
        let locale = DateConventions(environment: environment)
        return switch name {
        case .notebook: (NotebookRecord.defaultName, "default")
        case .textTags: ("true", "default")
        case .relativeTimes: ("false", "default")
        case .color: ("auto", "default")
        case .dateOrder:
            switch locale.order {
            case .dayMonth: ("day-month", variable ?? "default")
            case .monthDay: ("month-day", variable ?? "default")
            case nil: ("", variable ?? "default")
            }
        case .firstWeekday: ("\(locale.firstWeekday)", variable ?? "default")
        case .editor: (EditorCommand.fallback(environment), "default")
        case .pager: ("less", "default")
        case .template, .listFormat: ("", "default")
        }
    }
}
