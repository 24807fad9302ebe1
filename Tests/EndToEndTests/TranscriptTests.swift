// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

/// Replays of the transcripts in `Protocol/transcripts` against a daemon.
struct TranscriptTests {
    private static let folder = Built.project.appending(path: "Protocol/transcripts")
    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))?
        .filter { $0.hasSuffix(".txt") }.sorted() ?? []
    private static let namesWithAMount = names.filter { name in
        (try? lines(of: name))?.contains { $0.text == "! \(Situation.smallDisk.rawValue)" } == true
    }
    private static let namesWithoutAMount = names.filter { !namesWithAMount.contains($0) }

    /// Returns the lines of a transcript with their numbers.
    private static func lines(of name: String) throws -> [TranscriptLine] {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return TranscriptLine.lines(of: text)
    }

    @Test func transcriptsExist() {
        #expect(Self.names.count > 4)
        #expect(!Self.namesWithAMount.isEmpty)
    }

    @Test(arguments: namesWithoutAMount)
    func daemonFollowsTheTranscript(name: String) throws { try replay(name) }

    @Test(
        .enabled(if: Situation.canMount, "only root can make a small disk"),
        arguments: namesWithAMount
    )
    func daemonFollowsTheTranscriptWithAMount(name: String) throws { try replay(name) }

    private func replay(_ name: String) throws {
        var replay = Replay(bed: try TestBed())
        for line in try Self.lines(of: name) {
            if let fault = try replay.step(line.text) {
                Issue.record("\(name):\(line.number): \(fault)")
                return
            }
        }
        #expect(replay.count > 0)
        #expect(replay.isDaemonIntact)
    }

    @Test func repeatedLinesAreNumbered() {
        let text = "> a\n* 2\n# c\n> b$#\n< $#\n\n> $#"
        let lines = TranscriptLine.lines(of: text)
        #expect(lines.map(\.text) == ["> a", "> b01", "< 01", "> b02", "< 02", "> $#"])
        #expect(lines.map(\.number) == [1, 4, 5, 4, 5, 7])
    }

    @Test func deviationsFromATranscriptAreDetected() throws {
        var pattern = Pattern()
        let shown = try JSON.parse(#"{"a":"$x","b":[1,"$x"],"c":{"d":"$_"}}"#)
        let same = try JSON.parse(#"{"c":{"d":5,"e":1},"a":7,"b":[1,7],"f":1}"#)
        #expect(pattern.difference(same, shown, at: "") == nil)
        let longer = try JSON.parse(#"{"c":{"d":5},"a":7,"b":[1,7,7]}"#)
        #expect(pattern.difference(longer, shown, at: "")?.hasPrefix(".b") == true)
        let other = try JSON.parse(#"{"c":{"d":5},"a":8,"b":[1,7]}"#)
        #expect(pattern.difference(other, shown, at: "")?.hasPrefix(".a") == true)
        let without = try JSON.parse(#"{"c":{},"a":7,"b":[1,7]}"#)
        #expect(pattern.difference(without, shown, at: "")?.hasPrefix(".c.d") == true)
    }
}

/// A line of a transcript that is not a comment.
private struct TranscriptLine {
    let number: Int
    let text: String

    /// Returns the lines of a transcript, those that are repeated several times.
    static func lines(of text: String) -> [Self] {
        var lines: [Self] = []
        var repeated: [Self] = []
        var count = 0
        // An empty line ends the repeated ones, also at the end.
        let all = "\(text)\n".split(separator: "\n", omittingEmptySubsequences: false)
        for (index, content) in all.enumerated() {
            let line = Self(number: index + 1, text: String(content))
            if content.isEmpty {
                for number in 0..<count { lines += repeated.map { $0.numbered(number + 1) } }
                (repeated, count) = ([], 0)
            } else if content.hasPrefix("* ") {
                count = Int(content.dropFirst(2)) ?? 0
            } else if !content.hasPrefix("#") {
                if count > 0 { repeated.append(line) } else { lines.append(line) }
            }
        }
        return lines
    }

    private func numbered(_ number: Int) -> Self {
        let digits = number < 10 ? "0\(number)" : "\(number)"
        return Self(number: self.number, text: text.replacing("$#", with: digits))
    }
}

/// A transcript being replayed.
private struct Replay {
    let bed: TestBed
    private(set) var count = 0
    private var pattern = Pattern()
    private var running: RunningSituation?
    /// Lines that are sent with the next one.
    private var unsent: [UInt8] = []

    init(bed: TestBed) { self.bed = bed }

    /// Whether the daemon runs or has ended as expected.
    var isDaemonIntact: Bool { running?.isDaemonIntact == true }

    /// Executes one line and returns a description of the deviation, or nil.
    mutating func step(_ line: String) throws -> String? {
        guard let mark = line.split(separator: " ").first else { return nil }
        let rest = String(line.dropFirst(mark.count + 1))
        count += 1
        if mark == "!" { return try enter(rest) }
        let wire = try connection()
        switch mark {
        case ">":
            try wire.send(unsent + lineBytes(rest))
            unsent = []
        case ">+": unsent += try lineBytes(rest)
        case ">-": try wire.send(Array(rest.utf8))
        case ">x": try wire.send(bytes(rest))
        case ">h": try wire.send(withHeader(filled(rest)))
        case ">.": wire.finishSending()
        case "<.":
            if let line = try wire.line() { return "expected the end, got \(line)" }
        case "<": return try deviation(of: wire.line(), from: rest)
        case "<h": return try deviation(of: wire.messageWithHeader(), from: rest)
        default: return "what does \(mark) mean?"
        }
        return nil
    }

    /// Starts a daemon in a situation, after the end of the present one.
    private mutating func enter(_ name: String) throws -> String? {
        guard let situation = Situation(rawValue: name) else { return "what is \(name)?" }
        if let status = try running?.stop() { return "the daemon ended with \(status)" }
        // Before the next one starts, because it may hold a lock.
        running = nil
        running = try RunningSituation(situation, bed)
        return nil
    }

    /// Returns the connection, with a daemon that is started for the first line.
    private mutating func connection() throws -> Wire {
        if let running { return running.wire }
        let first = try RunningSituation(nil, bed)
        running = first
        return first.wire
    }

    private func lineBytes(_ line: String) throws -> [UInt8] {
        Array(("{[".contains(line.first ?? " ") ? try filled(line) : line).utf8) + [0x0A]
    }

    /// Compares a message from the daemon with the rest of a line.
    private mutating func deviation(of message: String?, from rest: String) throws -> String? {
        guard let message else { return "the connection ended" }
        let fault = pattern.difference(try JSON.parse(message), try JSON.parse(rest), at: "")
        return fault.map { "\($0)\n  in \(message)" }
    }

    private func withHeader(_ message: String) -> [UInt8] {
        Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8)
    }

    /// Replaces placeholders by their values, in lines that contain any.
    private func filled(_ line: String) throws -> String {
        guard line.contains("\"$") else { return line }
        return pattern.filled(try JSON.parse(line)).description
    }

    private func bytes(_ digits: String) throws -> [UInt8] {
        let digits = Array(digits)
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else {
                throw Stuck("no hexadecimal digits")
            }
            return byte
        }
    }
}

/// JSON values with placeholders, and the values bound to them.
private struct Pattern {
    private var values: [String: JSON] = [:]

    /// Returns the path and the kind of the first difference, or nil if the values match.
    mutating func difference(_ actual: JSON, _ shown: JSON, at path: String) -> String? {
        switch (actual, shown) {
        case (_, .string("$_")): return nil
        case (_, .string(let name)) where name.hasPrefix("$"):
            guard let value = values[name] else {
                values[name] = actual
                return nil
            }
            return actual == value ? nil : "\(path): \(name) is \(value), here \(actual)"
        case (.object, .object(let members)):
            for member in members.members {
                let inner = "\(path).\(member.key)"
                guard let part = actual[member.key] else { return "\(inner): not there" }
                if let fault = difference(part, member.value, at: inner) { return fault }
            }
            return nil
        case (.array(let parts), .array(let shown)) where parts.count == shown.count:
            for (index, (part, shown)) in zip(parts, shown).enumerated() {
                if let fault = difference(part, shown, at: "\(path)[\(index)]") { return fault }
            }
            return nil
        default: return actual == shown ? nil : "\(path): \(actual) instead of \(shown)"
        }
    }

    /// Returns `aaaaa` for `$a*5`, or nil for a string of another form.
    private func repetition(_ name: String) -> JSON? {
        guard let match = name.wholeMatch(of: /\$(\w)\*([0-9]+)/), let count = Int(match.2) else {
            return nil
        }
        return .string(String(repeating: String(match.1), count: count))
    }

    func filled(_ json: JSON) -> JSON {
        switch json {
        case .string(let name): values[name] ?? repetition(name) ?? json
        case .array(let parts): .array(parts.map(filled))
        case .object(let object):
            .object(
                JSONObject(object.members.map { .init(key: $0.key, value: filled($0.value)) })
            )
        default: json
        }
    }
}
