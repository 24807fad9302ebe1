// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct EnvironmentTests {
    @Test(
        arguments: [
            ("/a", "/a"), ("/a/", "/a"), ("/", "/"), ("", nil), ("a", nil), ("./a", nil),
            ("~/a", nil),
        ] as [(String, String?)]
    )
    func directoriesAreAbsolute(value: String, directory: String?) {
        let environment = Environment(["DIR": value])
        #expect(environment.directory("DIR") == directory)
        #expect(environment["DIR"] == (value.isEmpty ? nil : value))
        #expect(environment.directory("OTHER") == nil)
    }

    @Test(arguments: [
        ("/x", "/w", "/x"), ("x", "/w", "/w/x"), ("x", "/w/", "/w/x"), ("x/../y", "/", "/x/../y"),
        ("", "/w", "/w/"), ("/", "", "/"),
    ])
    func relativePathsAreThoseOfAFolder(path: String, folder: String, expected: String) throws {
        #expect(try AbsolutePath.path(path, from: folder) == expected)
    }

    @Test(arguments: ["", "(unreachable)/w", "w"]) func folderThatWasRemovedIsNamed(folder: String)
    {
        let error = #expect(throws: PathError.self) { try AbsolutePath.path("x", from: folder) }
        #expect(
            error?.description
                == "cannot resolve the relative path x: the working directory was removed"
        )
    }

    @Test func directoriesOfTheUserHaveDefaults() throws {
        let user = UserDirectories(environment: Environment(["HOME": "/h"]))
        #expect(try user.store == "/h/.local/share/journal/journal.store")
        #expect(try user.state == "/h/.local/state/journal")
        #expect(try user.configuration == "/h/.config/journal")
        #expect(try user.settings == "/h/.config/journal/config.toml")
        #expect(try user.systemdUnits == "/h/.config/systemd/user")
        #expect(try user.installedUnits == "/h/.local/share/systemd/user")
        let root = UserDirectories(environment: Environment([:]), home: "/")
        #expect(try root.state == "/.local/state/journal")
    }

    @Test func variablesHavePriority() throws {
        let variables = [
            "HOME": "relative", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "s",
            "XDG_CONFIG_HOME": "/c",
        ]
        let user = UserDirectories(environment: Environment(variables), home: "/h")
        #expect(try user.store == "/d/journal/journal.store")
        #expect(try user.state == "/h/.local/state/journal", "a relative value is ignored")
        #expect(try user.systemdUnits == "/c/systemd/user")
    }

    @Test func missingHomeIsNamed() {
        let user = UserDirectories(environment: Environment(["XDG_DATA_HOME": "/d"]), home: nil)
        #expect(throws: Never.self) { try user.store }
        let error = #expect(throws: PathError.self) { try user.state }
        #expect(error?.description == "neither XDG_STATE_HOME nor HOME is set")
    }
}
