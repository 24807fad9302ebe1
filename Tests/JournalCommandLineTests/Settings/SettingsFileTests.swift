// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

struct SettingsFileTests {
    private func file(_ content: String) -> SettingsFile {
        SettingsFile(path: "/c/config.toml", content: content)
    }

    @Test func everySettingIsRead() {
        let file = file(
            """
            notebook = "work"
            template = "daily"
            text-tags = false
            editor = "nvim -f"
            date-order = "month-day"
            first-weekday = "sunday"
            relative-times = true
            color = "never"
            list-format = "{id}"
            pager = ""
            """
        )
        #expect(file.messages == [])
        #expect(file.settings.names == SettingName.allCases)
        #expect(file.settings.notebook == "work")
        #expect(file.settings.template == "daily")
        #expect(file.settings.textTags == false)
        #expect(file.settings.editor == "nvim -f")
        #expect(file.settings.dateOrder == .monthDay)
        #expect(file.settings.firstWeekday == .sunday)
        #expect(file.settings.relativeTimes == true)
        #expect(file.settings.color == .never)
        #expect(file.settings.listFormat == "{id}")
        #expect(file.settings.pager == "")
        #expect(file.lines[.pager] == 10)
    }

    @Test(
        arguments: [
            "[", "[[", "[[[a]]]", "[é]", "[[é]]", "[ é ]", "[=", "[,]", "[/x]", "[$HOME]", "[“a”]",
            "[\t", "[\r", "[#", "\u{FEFF}[é]",
        ],
        ["", "\n", "]\nnotebook = \"work\""]
    )
    func tableHeaderWithoutANameIsReported(header: String, rest: String) {
        let own = file(header + rest)
        #expect(own.problems.count == 1)
        #expect(own.settings.names == [])
        // After lines whose brackets are no headers.
        let texts = #"""
            # [é]
            notebook = "[é]" # [é]
            """#
        let later = file(texts + "\n" + header + rest)
        #expect(later.problems.map(\.line) == [3], "\(later.messages)")
    }

    @Test func filesOfRandomContentAreReadOrReported() {
        let parts = [
            "[", "[[", "]", "\"", "'", "=", "\n", "\r\n", " ", "\t", "#", ".", "{", "}", ",", "1",
            "\"\"\"", "\'\'\'", "\u{FEFF}", "é", "\\", "notebook", "\"work\"", "true", "-", "/",
        ]
        var state: UInt64 = 7
        func next(below count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var problemCount = 0
        for _ in 0..<5_000 {
            let content = (0...next(below: 12)).map { _ in parts[next(below: parts.count)] }
            problemCount += file(content.joined()).problems.count
        }
        #expect(problemCount > 1_000)
    }

    @Test(arguments: ["[a]", "[[a]]", "[ \"é\" ]", "[\t'é']", "[a.b]", "[[ a ]]"])
    func tableHeaderWithANameIsAnUnknownSetting(header: String) {
        let file = file("notebook = \"work\"\n\(header)\nx = [1, [2]]")
        #expect(file.problems.map(\.line) == [2])
        #expect(file.settings.names == [.notebook])
    }

    @Test func problemsNameTheLineAndLeaveTheOtherSettings() {
        let file = file(
            """
            # notbook = "x"
            list-format = \"\"\"
            color = "x"
            \"\"\"

            notbook = "work"
            color = "red"
            text-tags = "yes"
            notebook = "work"

            [editor]
            name = "vi"
            """
        )
        #expect(
            file.messages == [
                "/c/config.toml:6: unknown setting \"notbook\"; \"journal config\" lists the settings",
                "/c/config.toml:7: invalid value of color; use \"auto\", \"always\" or \"never\"",
                "/c/config.toml:8: invalid value of text-tags; use true or false",
                "/c/config.toml:11: invalid value of editor; use a string that is not empty",
            ]
        )
        #expect(file.settings.names == [.notebook, .listFormat])
        #expect(file.lines[.notebook] == 9)
        #expect(file.lines[.listFormat] == 2)
    }

    @Test func linesAreFoundAmongAllKindsOfValues() {
        let file = file(
            #"""
            # color = "never" '
            a = ["]", '#', # color = "never"
            """
            color = "never"
            \""" """"",
            { color = "never", b = "}" },
            ]
              "note\u0062ook"="x"
            'template' = 'it"s' # [pager]
            c.color = 1
            [[t]]
            pager = "less"
            [ "ed\"itor".color]
            color = "auto"
            [ 'list-format' ]
            """#
        )
        #expect(file.problems.map(\.line) == [2, 10, 11, 13, 15])
        #expect(file.problems.first?.message.hasPrefix("unknown setting \"a\"") == true)
        #expect(file.problems.last?.message.hasPrefix("invalid value of list-format") == true)
        #expect(file.lines == [.notebook: 8, .template: 9])
    }

    @Test func costOfLinesIsLinear() {
        let many = (0..<5000).map { "k\($0) = 0" }
        let file = file((many + ["color = 1"]).joined(separator: "\n"))
        #expect(file.problems.count == 5001)
        #expect(file.problems.last?.line == 5001)
        #expect(file.problems.first?.line == 1)
    }

    @Test(arguments: [
        ("notebook = \"a\"\ncolor = never\n", ":2: "), ("notebook = \"a\"\n\nnotebook = 1", ":3: "),
        ("a = \"\u{0}\"", ": the file is not UTF-8"), ("[", ":1: "),
        (String(repeating: "#\n", count: 40_000), ": the file has 80000 bytes"),
    ])
    func fileThatCannotBeParsedHasNoSettings(content: String, place: String) {
        let file = file(content)
        #expect(file.messages.count == 1)
        #expect(file.messages.first?.hasPrefix("/c/config.toml" + place) == true)
        #expect(file.settings == Settings())
    }

    @Test(arguments: [
        "notebook = \"\"", "notebook = 1", "editor = \" \"", "date-order = \"ymd\"",
        "first-weekday = \"mon\"", "pager = false", "template = []", "color = 2026-11-20",
    ])
    func invalidValuesAreReported(line: String) {
        #expect(file(line).messages.count == 1)
        #expect(file(line).settings == Settings())
    }

    @Test(arguments: [
        ("{nosuch}", "there is no field {nosuch}"), ("{title", "\"{title\" has no \"}\""),
        ("{title:0}", "\"0\" is no width from 1 to 1000"),
    ])
    func formatOfListsIsParsed(format: String, fault: String) {
        let file = file("list-format = \"\(format)\"\ncolor = \"never\"")
        let message = "invalid value of list-format; \(fault); see: journal list --help"
        #expect(file.messages == ["/c/config.toml:1: \(message)"])
        #expect(file.settings.names == [.color])
    }

    @Test func templateMustExistAndBeValid() throws {
        let directory = try TemporaryDirectory()
        let folder = directory.path + "/templates"
        try FileSystem.makeDirectory(folder)
        try FileSystem.write(Array("# {date}".utf8), to: folder + "/daily.md")
        try FileSystem.write(Array("\n{dat}".utf8), to: folder + "/bad.md")
        let file = { (name: String) in
            SettingsFile(
                path: "c",
                content: "template = \"\(name)\"",
                configurationDirectory: directory.path
            )
        }
        #expect(file("daily").messages == [])
        #expect(file("daily").settings.template == "daily")
        for (name, fault) in [
            ("none", "there is no template \"none\""),
            ("bad", "\(folder)/bad.md:2: unknown field {dat}"),
            (" ", "use a string that is not empty"),
        ] {
            #expect(file(name).messages == ["c:1: invalid value of template; \(fault)"])
            #expect(file(name).settings.template == nil)
        }
    }

    @Test func fileOfAUserIsRead() throws {
        let directory = try TemporaryDirectory()
        let environment = Environment(["XDG_CONFIG_HOME": directory.path])
        #expect(!SettingsFile(environment: environment).exists)
        let path = directory.path + "/journal/config.toml"
        try FileSystem.makeDirectory(directory.path + "/journal")
        try FileSystem.write(Array("color = \"always\"".utf8), to: path)
        let file = SettingsFile(environment: environment)
        #expect(file.exists && file.path == path)
        #expect(file.settings.color == .always)
        try FileSystem.write([0xFF], to: path)
        #expect(SettingsFile(environment: environment).messages.first?.hasPrefix(path) == true)
        try FileSystem.remove(path)
        try FileSystem.makeDirectory(path)
        let folder = SettingsFile(environment: environment)
        #expect(folder.messages.first?.contains("cannot read") == true, "\(folder.messages)")
    }
}
