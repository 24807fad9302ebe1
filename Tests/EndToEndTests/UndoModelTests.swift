// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Random changes, each of which `journal undo` takes back exactly.
struct UndoModelTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// A generator whose numbers depend on its seed only.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    /// Returns the entries outside of the trash without their revisions.
    private func entries() throws -> [String: JSON] {
        let lines = try bed.journal("list", "--all", "--jsonl").lines
        var entries: [String: JSON] = [:]
        for line in lines {
            guard case .object(var object) = try JSON.parse(line) else { continue }
            object["rev"] = nil
            object["modifiedAt"] = nil
            entries[object["id"]?.stringValue ?? ""] = .object(object)
        }
        return entries
    }

    private func stepCount() throws -> Int {
        try bed.journal("undo", "--list", "-n", "1000").lines.count
    }

    /// Returns the arguments of a random command.
    private func command(
        _ number: Int,
        _ ids: [String],
        _ generator: inout Generator
    ) -> [String] {
        guard let id = ids.randomElement(using: &generator), ids.count > 2 else {
            return ["new", "text \(number) #t\(number % 3)"]
        }
        let other = ids.randomElement(using: &generator) ?? id
        let word = "w\(number % 4)"
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return ["new", "text \(number)", "-t", word, "-N", "n\(number % 3)"]
        case 1, 2: return ["edit", id, "changed \(number) #\(word)"]
        case 3: return ["edit", id, "--star", "-t", "\(word),x"]
        case 4: return ["edit", id, other, "--no-star", "-N", "n\(number % 3)"]
        case 5: return ["edit", id, "--at", "2026-0\(number % 9 + 1)-11 18:30", "again \(number)"]
        case 6: return ["delete", id, other]
        case 7: return ["restore", id, other]
        case 8: return ["history", id, "--restore", "1"]
        default: return ["delete", "--search", "changed", "--yes"]
        }
    }

    @Test(arguments: [1, 2]) func randomChangesAreUndoneStepByStep(seed: UInt64) throws {
        var generator = Generator(state: seed)
        var ids: [String] = []
        var former: [(command: [String], entries: [String: JSON])] = []
        for number in 0..<30 {
            let arguments = command(number, ids, &generator)
            let before = try entries()
            let count = try stepCount()
            let result = try bed.start(arguments).wait()
            if arguments[0] == "new" { ids.append(result.line) }
            // A command without an effect has no step.
            let isRecorded = try stepCount() > count
            let after = try entries()
            #expect(isRecorded || after == before, "\(arguments)")
            if isRecorded { former.append((arguments, before)) }
        }
        #expect(former.count > 8)
        for (command, before) in former.reversed() {
            let undone = try bed.journal("undo")
            #expect(undone.status == 0, "\(command): \(undone.errors)")
            #expect(try entries() == before, "\(command)")
        }
        #expect(try entries() == [:])
        #expect(try bed.journal("undo").status == 1)
    }
}
