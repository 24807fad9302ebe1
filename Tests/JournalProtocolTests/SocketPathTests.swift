// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalSystem
import Testing

struct SocketPathTests {
    private static let own = FileStatus(type: .directory, owner: 1000, permissions: 0o700)
    private static let foreign = FileStatus(type: .directory, owner: 0, permissions: 0o700)

    private func resolve(
        _ variables: [String: String] = [:],
        option: String? = nil,
        files: [String: FileStatus] = [:]
    ) throws -> SocketPath {
        try SocketPath.resolve(option: option, environment: Environment(variables), uid: 1000) {
            files[$0]
        }
    }

    @Test func optionTakesPrecedence() throws {
        let path = try resolve(["JOURNAL_SOCKET": "/b"], option: "./a")
        #expect((path.path, path.origin) == ("./a", .option))
    }

    @Test func relativePathIsResolvedAgainstDirectory() throws {
        let path = try resolve(option: "a/b")
        #expect(try path.absolute(from: "/home/x").path == "/home/x/a/b")
        #expect(try path.absolute(from: "/").path == "/a/b")
        #expect(try resolve(option: "/a").absolute(from: "").path == "/a")
        #expect(throws: PathError.self) { try path.absolute(from: "") }
        let long = "/" + String(repeating: "d", count: 104)
        #expect(throws: PathError.self) { try path.absolute(from: long) }
    }

    @Test func variablePrecedesDirectories() throws {
        let path = try resolve(["JOURNAL_SOCKET": "/b", "XDG_RUNTIME_DIR": "/r"])
        #expect((path.path, path.origin) == ("/b", .variable))
    }

    @Test(arguments: [
        (["XDG_RUNTIME_DIR": "/r"], "/r/journal/journal.sock", SocketPath.Origin.runtimeDirectory),
        (["JOURNAL_SOCKET": "/b"], "/tmp/journal-1000/journal.sock", .temporary),
        (["XDG_RUNTIME_DIR": "/r"], "/r/journal/other.sock", .option),
    ])
    func givenPathThatIsTheUsualOneIsNotExplicit(
        variables: [String: String],
        path: String,
        origin: SocketPath.Origin
    ) throws {
        let found = try resolve(variables, option: path, files: ["/r": Self.own])
        #expect((found.path, found.origin) == (path, origin))
        #expect(found.isExplicit == (origin == .option))
    }

    @Test(arguments: ["JOURNAL_SOCKET", "--socket"])
    func givenPathNeedsADirectory(name: String) throws {
        let path =
            name == "--socket" ? try resolve(option: "/no/s") : try resolve([name: "/no/s"])
        let error = #expect(throws: PathError.self) { try path.requireDirectory { _ in nil } }
        #expect(error?.description.contains("/no of the socket") == true)
        #expect(error?.description.hasSuffix(name) == true)
        try path.requireDirectory { $0 == "/no" ? Self.own : nil }
    }

    @Test func ownRuntimeDirectoryIsUsed() throws {
        let path = try resolve(
            ["XDG_RUNTIME_DIR": "/r/", "JOURNAL_SOCKET": ""],
            files: ["/r": Self.own]
        )
        #expect((path.path, path.origin) == ("/r/journal/journal.sock", .runtimeDirectory))
        #expect(path.directory == "/r/journal")
    }

    @Test(arguments: ["", "relative", "/missing", "/theirs"])
    func unusableRuntimeDirectoryIsSkipped(directory: String) throws {
        let path = try resolve(
            ["XDG_RUNTIME_DIR": directory],
            files: ["/theirs": Self.foreign, "/run/user/1000": Self.own]
        )
        #expect(
            (path.path, path.origin) == ("/run/user/1000/journal/journal.sock", .runUser)
        )
    }

    @Test func temporaryDirectoryIsTheFallback() throws {
        let path = try resolve()
        #expect((path.path, path.origin) == ("/tmp/journal-1000/journal.sock", .temporary))
        #expect(try resolve(files: ["/tmp/journal-1000": Self.own]) == path)
    }

    @Test(arguments: [
        (Self.foreign, "owned by user 0"),
        (FileStatus(type: .link, owner: 1000, permissions: 0o777), "not a directory"),
        (FileStatus(type: .directory, owner: 1000, permissions: 0o755), "chmod 700"),
    ])
    func unsafeTemporaryDirectoryIsRejected(status: FileStatus, word: String) {
        let error = #expect(throws: PathError.self) {
            try resolve(files: ["/tmp/journal-1000": status])
        }
        #expect(error?.description.contains(word) == true)
    }

    @Test func pathOver107BytesIsRejected() throws {
        let longest = "/" + String(repeating: "x", count: 106)
        #expect(try resolve(option: longest).path == longest)
        let error = #expect(throws: PathError.self) { try resolve(option: longest + "x") }
        #expect(error?.description.contains("107") == true)
    }

    @Test(arguments: ["", "/dir/"])
    func pathOfADirectoryIsRejected(option: String) {
        #expect(throws: PathError.self) { try resolve(option: option) }
    }
}

struct UserDirectoriesTests {
    @Test func variablesOverrideDefaults() throws {
        let set = UserDirectories(
            environment: Environment([
                "HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s",
                "XDG_CONFIG_HOME": "/c",
            ])
        )
        #expect(try set.store == "/d/journal/journal.store")
        #expect(try set.state == "/s/journal")
        #expect(try set.systemdUnits == "/c/systemd/user")
        #expect(try set.configuration == "/c/journal")
    }

    @Test func relativeAndEmptyValuesAreIgnored() throws {
        let unset = UserDirectories(
            environment: Environment([
                "HOME": "/h", "XDG_DATA_HOME": "d", "XDG_STATE_HOME": "",
            ])
        )
        #expect(try unset.store == "/h/.local/share/journal/journal.store")
        #expect(try unset.state == "/h/.local/state/journal")
        #expect(try unset.systemdUnits == "/h/.config/systemd/user")
        #expect(try unset.configuration == "/h/.config/journal")
    }

    @Test func userDatabaseIsTheFallbackForHome() throws {
        let directories = UserDirectories(environment: Environment([:]), home: "/db")
        #expect(try directories.state == "/db/.local/state/journal")
        #expect(throws: PathError.self) { try UserDirectories(environment: Environment([:])).store }
    }
}
