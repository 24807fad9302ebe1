// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// Completeness of the specification, the transcripts and the tests with respect to the code.
struct ProtocolTests {
    /// Error kinds without a transcript, for the reasons in the record.
    private static let kindsWithoutTranscript: Set = [
        "internal", "limit.connections", "limit.memory", "auth.uid", "shutting.down",
        "sync.offline", "sync.key", "sync.space", "sync.paused", "sync.format", "sync.hub",
    ]
    private static let record = "contrib/decisions/0099-errors-without-a-transcript.md"

    private let methods: [String]
    private let kinds: [(name: String, kind: String)]

    init() throws {
        let path = "Sources/JournalProtocol/Methods/MethodName.swift"
        let source = SwiftSource(path: path, text: try Project.text(path))
        // Cases at the top level of the enumeration; the cases of a switch start with a dot.
        methods = source.lines.compactMap { line in
            guard line.hasPrefix("    case "), !line.contains(".") || line.contains("=")
            else { return nil }
            let words = line.split(separator: " ")
            return words.last.map { $0.trimmingCharacters(in: ["\""]) }
        }
        try #require(methods.contains("entry.create") && methods.contains("shutdown"))
        kinds = try Project.text("Sources/JournalProtocol/Envelope/ErrorKind.swift")
            .split(separator: "\n")
            .compactMap { line -> (name: String, kind: String)? in
                let words = line.split(separator: " ").map(String.init)
                guard words.starts(with: ["package", "static", "let"]), words.count == 7,
                    let kind = line.split(separator: "\"").dropFirst().first
                else { return nil }
                return (words[3].filter { $0 != "`" }, String(kind))
            }
        try #require(kinds.count > 30)
    }

    @Test func everyMethodIsInATranscript() throws {
        let talks = try Project.texts(in: "Protocol/transcripts", suffix: ".txt")
        #expect(!talks.isEmpty)
        let missing = methods.filter { method in
            !talks.contains { $0.contains("\"method\":\"\(method)\"") }
        }
        #expect(missing == [])
    }

    @Test func everyErrorKindIsTested() throws {
        // Tests of the client are excluded: the errors that a stub daemon sends prove nothing about
        // ours.
        let tests =
            try Project.texts(in: "Tests/JournalServiceTests", suffix: ".swift")
            + Project.texts(in: "Tests/EndToEndTests", suffix: ".swift")
            + Project.texts(in: "Protocol/transcripts", suffix: ".txt")
        let untested = kinds.filter { kind in
            let forms = [".\(kind.name)", "\"\(kind.kind)\"", "\"\(kind.kind)\\\""]
            return !tests.contains { test in forms.contains { test.contains($0) } }
        }
        #expect(untested.map(\.kind) == [])
    }

    @Test func everyErrorKindIsInATranscriptUnlessTheRecordGivesAReason() throws {
        let talks = try Project.texts(in: "Protocol/transcripts", suffix: ".txt")
        let missing = kinds.map(\.kind).filter { kind in
            !talks.contains { $0.contains("\"kind\":\"\(kind)\"") }
        }
        #expect(Set(missing) == Self.kindsWithoutTranscript)
        let record = try Project.text(Self.record)
        #expect(Self.kindsWithoutTranscript.filter { !record.contains("`\($0)`") } == [])
    }

    @Test func everyMethodHasASection() throws {
        let page = try Project.text("Protocol/README.md")
        #expect(methods.filter { !page.contains("\n### \($0)\n") } == [])
    }
}
