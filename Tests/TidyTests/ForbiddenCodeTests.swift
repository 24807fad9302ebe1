// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

/// Bans on code that can terminate the process or that bypasses the program's output layer.
struct ForbiddenCodeTests {
    private static let executables: Set<String> = ["journal", "journal-daemon", "swiftdata-sync"]
    private static let sources = Project.sources + Project.examples

    @Test(arguments: ["try!", "as!", "fatalError("])
    func sourcesContainNoTraps(word: String) {
        #expect(Self.sources.flatMap { $0.places { $0.calls(word) } } == [])
    }

    @Test func sourcesContainNoForceUnwraps() {
        #expect(Self.sources.flatMap { $0.places(where: \.hasForcedUnwrap) } == [])
    }

    @Test func librariesDoNotPrint() {
        let libraries = Project.sources.filter { !Self.executables.contains($0.target) }
        let wrong = libraries.flatMap { source in
            source.places { $0.calls("print(") && !$0.contains("func print(") }
        }
        #expect(wrong == [])
    }

    /// The client is linked statically, and these functions load shared libraries (decision 0013).
    @Test(arguments: [
        "getpwuid(", "getpwnam(", "getgrgid(", "getgrnam(", "getpwuid_r(", "getpwnam_r(",
        "getgrgid_r(", "getgrnam_r(", "getaddrinfo(", "dlopen(", "NSHomeDirectory(",
    ])
    func clientLoadsNoSharedLibraries(word: String) {
        let modules = [
            "JournalSystem", "JournalProtocol", "JournalTransfer", "JournalClient",
            "JournalCommandLine", "journal",
        ]
        let client = Project.sources.filter { modules.contains($0.target) }
        #expect(!client.isEmpty)
        #expect(client.flatMap { $0.places { $0.calls(word) } } == [])
    }

    @Test(arguments: ["FIXME", "TODO"])
    func sourcesContainNoDeferredWork(word: String) {
        let wrong = Self.sources.flatMap { source in
            source.lines.indices.filter { source.lines[$0].contains(word) }.map(source.place)
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        ("let a = b!", true), ("let a = b()!.c", true), ("let a = b[0]!", true),
        ("var a: String!", true), ("a!.b = 1", true), ("call(a!, b)", true),
        ("a != b", false), ("if !a {", false), ("call(!a)", false), ("a !== b", false),
        ("#if !os(Linux)", false), ("a = b ?? !c", false), ("\"a!\"", false), ("// a!", false),
        ("\"\\(a!)\"", true),
    ])
    func forceUnwrapsAreDistinguishedFromOtherOperators(line: String, expected: Bool) {
        let source = SwiftSource(path: "x.swift", text: line)
        #expect(source.code[0].hasForcedUnwrap == expected)
    }

    @Test func callsInsideLongerNamesAreIgnored() {
        #expect("    print(1)".calls("print("))
        #expect(!"reprint(1)".calls("print("))
        #expect(!"session.print(1)".calls("print("))
    }
}

extension String {
    /// Returns whether the line contains a call that is not part of a longer name or a member
    /// access.
    fileprivate func calls(_ word: String) -> Bool {
        ranges(of: word).contains { range in
            guard range.lowerBound > startIndex else { return true }
            let before = self[index(before: range.lowerBound)]
            return !before.isLetter && !before.isNumber && before != "_" && before != "."
        }
    }

    /// Whether a `!` directly follows an expression or a type.
    fileprivate var hasForcedUnwrap: Bool {
        let bytes = Array(utf8)
        return bytes.indices.dropFirst().contains { index in
            guard bytes[index] == UInt8(ascii: "!") else { return false }
            if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "=") { return false }
            let before = Character(UnicodeScalar(bytes[index - 1]))
            return before.isLetter || before.isNumber || "_)]}\"?>`".contains(before)
        }
    }
}
