// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

/// The modules whose extensions a program sees because it imports SwiftData.
///
/// The compiler loads the modules that SwiftData imports, however it imports them, and programs
/// without the feature `MemberImportVisibility` see all members that they add to other types.
struct VisibleModulesTests {
    private struct Trace: Decodable {
        let swiftmodules: [String]
    }

    @Test func programsSeeNoDependencies() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "visible-modules-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "program.swift")
        try Data("import Foundation\nimport SwiftData\n".utf8).write(to: program)
        let trace = folder.appending(path: "trace.json")
        let output = try compile(program, trace: trace, scratch: folder)
        #expect(output == "")
        let modules = try JSONDecoder().decode(Trace.self, from: Data(contentsOf: trace))
            .swiftmodules.filter { !$0.contains("/lib/swift/") }
            .map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
        #expect(modules == ["SwiftData"])
    }

    /// Compiles a program and returns the messages of the compiler, which leaves its temporary
    /// files in a folder.
    private func compile(_ program: URL, trace: URL, scratch: URL) throws -> String {
        let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.environment = ProcessInfo.processInfo.environment
            .merging(["TMPDIR": scratch.path]) { $1 }
        compiler.arguments = [
            "swiftc", "-c", program.path, "-o", program.path + ".o",
            "-I", products.appending(path: "Modules").path,
            "-emit-loaded-module-trace", "-emit-loaded-module-trace-path", trace.path,
        ]
        for map in Project.paths(below: "Sources") where map.hasSuffix("/module.modulemap") {
            let path = Project.root.appending(path: map).path
            compiler.arguments? += ["-Xcc", "-fmodule-map-file=\(path)"]
        }
        let pipe = Pipe()
        compiler.standardOutput = pipe
        compiler.standardError = pipe
        try compiler.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
