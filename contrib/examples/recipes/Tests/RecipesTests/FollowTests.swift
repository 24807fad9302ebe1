// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// The program itself, in several processes that share a store.
@Suite struct FollowTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../samples").standardized
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: UUID().uuidString)

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Starts `recipes` with the store of the test.
    private func start(_ arguments: String..., output: Pipe = Pipe()) throws -> Process {
        let process = Process()
        // Next to the program that runs the tests.
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "recipes")
        let store = folder.appending(path: "recipes.store").path(percentEncoded: false)
        process.arguments = arguments + ["--store", store]
        process.standardOutput = output
        try process.run()
        return process
    }

    private func importSample(_ name: String) throws {
        let sample = Self.samples.appending(path: name).path(percentEncoded: false)
        let process = try start("import", sample)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func recipesOfOtherProcessesAreFollowed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try importSample("nested.json")
        let output = Pipe()
        let follower = try start("follow", output: output)
        let lines = LineReader(file: output.fileHandleForReading)
        // The recipes that exist, after which it follows.
        #expect(lines.next()?.hasPrefix("Pancakes #breakfast") == true)
        #expect(lines.next() == "Tomato soup #vegetarian: 2 ingredients")
        try importSample("flat.json")
        #expect(lines.next()?.hasPrefix("Green salad #vegetarian") == true)
        #expect(lines.next() == "Shortbread #sweet: 3 ingredients")
        follower.terminate()
        follower.waitUntilExit()
        #expect(lines.next() == nil)
    }
}

/// The lines that a process prints, as they arrive.
private final class LineReader {
    private let file: FileHandle
    private var rest = Data()

    init(file: FileHandle) { self.file = file }

    /// Waits for the next line; nil after the end.
    func next() -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                defer { rest = Data(rest[rest.index(after: end)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let data = file.availableData
            guard !data.isEmpty else { return nil }
            rest.append(data)
        }
    }
}
