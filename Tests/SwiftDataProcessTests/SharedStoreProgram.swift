// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// A model of the stores that processes share in tests.
@Model final class SharedNote {
    @Attribute(.unique) var name: String
    var number: Int
    var folder: SharedFolder?
    @Attribute(.externalStorage) var picture: Data?

    init(_ name: String, _ number: Int = 0) {
        self.name = name
        self.number = number
    }
}

/// A model with a relationship that other processes change.
@Model final class SharedFolder {
    var title: String
    @Relationship(inverse: \SharedNote.folder) var notes: [SharedNote] = []

    init(_ title: String) { self.title = title }
}

/// What a process of a test does with a store, as the test program that is started once more.
enum SharedStoreTask: String {
    /// Opens the store, and saves a note for each line of the input.
    case save
    /// Saves notes until the process is killed, and reports each after its save.
    case saveForever
    /// As `saveForever`, and writes the log to the main file after each save.
    case checkpointForever
    /// Opens the store, replaces the external data of a note and closes the store again, until the
    /// process is killed, and reports each number of bytes after its save.
    case replaceForever
    /// Opens the store with a later version of the models.
    case migrate
    /// Opens the store, reports the number of notes, and closes it.
    case count
    /// Begins a save, and waits in it for a line of the input.
    case hold
    /// Opens the store exclusively, and reports the error.
    case openExclusively
    /// Opens the store and waits for a line of the input.
    case open

    /// The variable of the environment with the task, the name of the process, and the store.
    static let variable = "SWIFTDATA_TEST_PROCESS"
    /// Precedes the lines that a process reports.
    static let prefix = "shared-store: "

    static func configuration(
        _ url: URL,
        waitingAtMost limit: Duration = .seconds(10)
    ) -> ModelConfiguration {
        var configuration = ModelConfiguration(url: url)
        configuration.sharing = .amongProcesses(waitingAtMost: limit)
        return configuration
    }

    static func container(_ configuration: ModelConfiguration) throws -> ModelContainer {
        try ModelContainer(
            for: SharedNote.self,
            SharedFolder.self,
            configurations: configuration
        )
    }
}

/// The other side of `SharedStoreProcess`: the body of a process that a test has started.
@Suite struct SharedStoreProgram {
    private static var task: [String]? {
        ProcessInfo.processInfo.environment[SharedStoreTask.variable]?
            .split(separator: "|", maxSplits: 2).map(String.init)
    }

    private func report(_ line: String) {
        let line = SharedStoreTask.prefix + line + "\n"
        _ = line.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
    }

    @Test(.enabled(if: SharedStoreProgram.task != nil)) func runs() throws {
        let parts = try #require(Self.task)
        let task = try #require(SharedStoreTask(rawValue: parts[0]))
        let (name, url) = (parts[1], URL(filePath: parts[2]))
        do {
            if task == .replaceForever { try replaceForever(name: name, in: url) }
            var configuration = SharedStoreTask.configuration(url)
            if task == .openExclusively { configuration.sharing = .exclusive }
            if task == .migrate { report("opening") }
            let container =
                try task == .migrate
                ? Later.container(configuration) : SharedStoreTask.container(configuration)
            report("open")
            try run(task, name: name, in: container)
            try container.close()
            report("closed")
        } catch {
            report("error \(error)")
        }
    }

    private func run(_ task: SharedStoreTask, name: String, in container: ModelContainer) throws {
        let context = ModelContext(container)
        context.author = name
        switch task {
        case .save: try save(name: name, in: context)
        case .saveForever, .checkpointForever:
            try saveForever(name: name, in: context, checkpoints: task == .checkpointForever)
        case .count: report("\(try context.fetchCount(FetchDescriptor<SharedNote>()))")
        case .hold:
            try context.commitGroup { group in
                try group.run { context.insert(SharedNote(name)) }
                report("holding")
                _ = readLine()
            }
        case .openExclusively, .open, .migrate: _ = readLine()
        case .replaceForever: break
        }
    }

    private func save(name: String, in context: ModelContext) throws {
        while let line = readLine() {
            let note = SharedNote("\(name) \(line)")
            if let title = line.split(separator: "/").first, line.contains("/") {
                let title = String(title)
                let folders = FetchDescriptor<SharedFolder>(
                    predicate: #Predicate { $0.title == title }
                )
                note.folder = try context.fetch(folders).first
            }
            context.insert(note)
            try context.save()
            report("saved \(line) \(note.persistentModelID.integerKey ?? 0)")
        }
    }

    private func saveForever(
        name: String,
        in context: ModelContext,
        checkpoints: Bool
    ) throws {
        for number in 1... {
            let note = SharedNote("\(name) \(number)", number)
            if number.isMultiple(of: 7) { note.picture = Data(count: 20_000) }
            context.insert(note)
            if number.isMultiple(of: 3) {
                let old = "\(name) \(number - 2)"
                try context.fetch(
                    FetchDescriptor<SharedNote>(predicate: #Predicate { $0.name == old })
                )
                .first?.number = -number
            }
            try context.save()
            report("saved \(number) \(note.persistentModelID.integerKey ?? 0)")
            if checkpoints { _ = try context.container.checkpoint() }
        }
    }

    private func replaceForever(name: String, in url: URL) throws {
        for size in 20_000... {
            let container = try SharedStoreTask.container(SharedStoreTask.configuration(url))
            let context = ModelContext(container)
            let notes = FetchDescriptor<SharedNote>(predicate: #Predicate { $0.name == name })
            let note = try context.fetch(notes).first ?? SharedNote(name)
            if note.modelContext == nil { context.insert(note) }
            note.picture = Data(repeating: UInt8(size % 256), count: size)
            try context.save()
            report("saved \(size)")
            // Opening the store alone then removes the file of the former picture.
            try container.close()
        }
    }
}

/// A process that uses a store at the same time as the test.
final class SharedStoreProcess {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var rest = Data()
    var number: pid_t { process.processIdentifier }

    /// Starts the test program once more.
    init(_ task: SharedStoreTask, name: String = "other", store: URL) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [
            "--testing-library", "swift-testing", "--filter",
            "^SwiftDataProcessTests\\.SharedStoreProgram/",
        ]
        var environment = ProcessInfo.processInfo.environment
        environment[SharedStoreTask.variable] =
            "\(task.rawValue)|\(name)|\(store.path(percentEncoded: false))"
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        guard process.isRunning else { return }
        kill(SIGKILL)
        process.waitUntilExit()
    }

    /// Sends a line to the process.
    func send(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Ends the input of the process.
    func endInput() throws { try input.fileHandleForWriting.close() }

    func kill(_ signal: Int32) { Glibc.kill(process.processIdentifier, signal) }

    func waitUntilExit() { process.waitUntilExit() }

    /// Returns the next line that the process reports; nil after its end.
    func nextLine() -> String? {
        while true {
            while let end = rest.firstIndex(of: 0x0A) {
                let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                rest = Data(rest[rest.index(after: end)...])
                if let range = line.range(of: SharedStoreTask.prefix) {
                    return String(line[range.upperBound...])
                }
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            rest.append(data)
        }
    }

    /// Reads lines until the end.
    func remainingLines() -> [String] {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        return lines
    }
}
