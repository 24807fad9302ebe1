// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The types of other folders that the files of a map name.
struct FolderReferences: Sendable {
    /// A type of another folder that a file names.
    struct Reference: Sendable {
        /// The path of the file.
        let path: String
        let from: String
        let type: String
        let to: String
    }

    /// The references of all maps, by the paths of the maps.
    static let all = Dictionary(
        uniqueKeysWithValues: FolderMap.all.map { ($0.path, FolderReferences(below: $0.path)) }
    )

    /// The names of the folders.
    let folders: Set<String>
    let references: [Reference]

    private init(below path: String) {
        let sources = Project.sources.filter { $0.path.hasPrefix("Sources/\(path)/") }
        var foldersOfType: [String: Set<String>] = [:]
        for source in sources {
            for type in source.declaredTypes {
                foldersOfType[type, default: []].insert(source.folder(below: path))
            }
        }
        folders = Set(sources.map { $0.folder(below: path) })
        references = sources.flatMap { source in
            let own = source.folder(below: path)
            return source.identifiers.compactMap { name -> Reference? in
                guard let folders = foldersOfType[name], folders.count == 1,
                    let folder = folders.first, folder != own
                else { return nil }
                return Reference(path: source.path, from: own, type: name, to: folder)
            }
        }
    }
}

extension FolderMap {
    /// The references between the folders.
    var references: FolderReferences? { FolderReferences.all[path] }
}

extension SwiftSource {
    /// Returns the folder that contains the file below a module or one of its folders, or nothing
    /// for a file directly in it.
    func folder(below path: String) -> String {
        let depth = path.split(separator: "/").count
        let parts = self.path.split(separator: "/").dropFirst(1 + depth)
        return parts.count > 1 ? parts.first.map(String.init) ?? "" : ""
    }

    /// The names of the types that the file declares outside of other types.
    var declaredTypes: [String] {
        let others: Set<Substring> = ["extension", "fileprivate", "private"]
        let kinds: Set<Substring> = ["actor", "class", "enum", "protocol", "struct", "typealias"]
        return code.filter { $0.first?.isWhitespace == false }.compactMap { line in
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
            guard !words.contains(where: others.contains),
                let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count
            else { return nil }
            return String(words[kind + 1])
        }
    }

    /// All names and words of the code.
    var identifiers: Set<String> {
        Set(
            code.lazy.flatMap { line in
                line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            }
        )
    }
}
