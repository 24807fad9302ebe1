// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

struct FileTests {
    private static let header = [
        "SPDX-License-Identifier: Apache-2.0", "Copyright the journal project authors",
    ]
    /// Suffixes that carry no information about the content.
    private static let meaninglessSuffixes = [
        "Base", "Common", "Helper", "Helpers", "Impl", "Manager", "Misc", "Util", "Utilities",
        "Utility", "Utils",
    ]
    /// Established names of types outside the project: systemd's user manager, Foundation's undo
    /// manager.
    private static let exceptions: Set<String> = ["UserManager", "UndoManager"]

    @Test func everySourceFileHasALicenseHeader() throws {
        let folders = ["Sources", "Tests", "contrib"].flatMap(Project.paths)
        let files = folders.filter { $0.hasSuffix(".swift") } + ["Package.swift"]
        #expect(files.count > 10)
        let wrong = try files.filter { path in
            let lines = try Project.text(path).components(separatedBy: "\n")
            let start = path.hasSuffix("Package.swift") ? 1 : 0
            return Array(lines.dropFirst(start).prefix(2)) != Self.header.map { "// " + $0 }
        }
        #expect(wrong == [])
    }

    @Test func everyScriptHasALicenseHeader() throws {
        let paths = Project.paths(below: "contrib").filter { !$0.contains(".") }
        let scripts = paths.compactMap { path in
            (try? Project.text(path)).map { (path, $0.components(separatedBy: "\n")) }
        }
        .filter { $0.1[0].hasPrefix("#!") }
        #expect(scripts.count > 1)
        let wrong = scripts.filter { Array($0.1[1...2]) != Self.header.map { "# " + $0 } }
        #expect(wrong.map(\.0) == [])
    }

    @Test func fileAndFolderNamesAreMeaningful() {
        let paths = ["Sources", "Tests"].flatMap(Project.paths)
        #expect(paths.filter { $0.split(separator: "/").contains(where: Self.isMeaningless) } == [])
    }

    @Test func typeNamesAreMeaningful() {
        let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "actor"]
        let wrong = Project.sources.flatMap { source in
            source.places { line in
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                return zip(words, words.dropFirst()).contains {
                    kinds.contains($0) && Self.isMeaningless($1)
                }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        ("Utils", true), ("StringHelper.swift", true), ("SessionManager.swift", true),
        ("Store+Utilities.swift", true), ("UserManager.swift", false), ("Database.swift", false),
        ("BaseURL.swift", false), ("Implementation.swift", false),
    ])
    func meaninglessSuffixesAreFound(name: String, expected: Bool) {
        #expect(Self.isMeaningless(name[...]) == expected)
    }

    /// Returns whether a part of a name, up to its first dot, ends in a meaningless suffix.
    private static func isMeaningless(_ name: Substring) -> Bool {
        let parts = name.prefix { $0 != "." }.split(separator: "+")
        return parts.contains { part in
            !exceptions.contains(String(part))
                && meaninglessSuffixes.contains(where: part.hasSuffix)
        }
    }
}
