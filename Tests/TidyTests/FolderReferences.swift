// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The types of other folders, and the members that extensions in them add to types of other
/// folders and modules, that the files of a map name.
struct FolderReferences: Sendable {
    /// A type or a member of another folder that a file names.
    struct Reference: Sendable {
        /// The path of the file.
        let path: String
        let from: String
        let name: String
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
        let declarations = FolderDeclarations(sources, below: path)
        folders = Set(sources.map { $0.folder(below: path) })
        references = sources.flatMap { source in
            let own = source.folder(below: path)
            let types = source.identifiers.map { ($0, declarations.folder(ofType: $0)) }
            let members = source.namesAfterDots.map { ($0, declarations.folder(ofMember: $0)) }
            return (types + members).compactMap { name, folder -> Reference? in
                guard let folder, folder != own else { return nil }
                return Reference(path: source.path, from: own, name: name, to: folder)
            }
        }
    }
}

/// The folders that declare types, and members of types of other folders.
struct FolderDeclarations {
    /// The folders that declare a type outside of other types, by its name.
    private var ofTypes: [String: Set<String>] = [:]
    /// The folders that declare a name of any kind.
    private var ofNames: [String: Set<String>] = [:]
    /// The folders in which an extension of a type of another folder or module adds a member.
    private var ofMembers: [String: String] = [:]

    init(_ sources: [SwiftSource], below path: String) {
        for source in sources {
            let folder = source.folder(below: path)
            for type in source.declaredTypes { ofTypes[type, default: []].insert(folder) }
            for name in source.declaredNames { ofNames[name, default: []].insert(folder) }
        }
        for source in sources {
            let folder = source.folder(below: path)
            for (type, member) in source.extensionMembers
            where ofTypes[type]?.contains(folder) != true { ofMembers[member] = folder }
        }
    }

    /// Returns the folder of a type; nil if several declare the name.
    func folder(ofType name: String) -> String? {
        guard let folders = ofTypes[name], folders.count == 1 else { return nil }
        return folders.first
    }

    /// Returns the folder of a member of an extension; nil if another folder declares the name too,
    /// of which the reference may be.
    func folder(ofMember name: String) -> String? {
        ofNames[name]?.count == 1 ? ofMembers[name] : nil
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

    /// The names that directly follow a dot.
    var namesAfterDots: Set<String> {
        Set(
            code.lazy.flatMap { line in
                line.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
                    .map { String($0.prefix(while: Self.isPartOfName)) }
            }
        )
    }

    /// The names of functions, variables and cases that the file declares.
    var declaredNames: Set<String> {
        let kinds: Set<Substring> = ["case", "func", "let", "typealias", "var"]
        return Set(
            code.lazy.flatMap { line in
                let words = line.split { !Self.isPartOfName($0) }
                return zip(words, words.dropFirst()).filter { kinds.contains($0.0) }
                    .map { String($0.1) }
            }
        )
    }

    /// The functions and variables of extensions that other files can use, each with the outermost
    /// type that is extended.
    var extensionMembers: [(type: String, member: String)] {
        let hidden: Set<Substring> = ["fileprivate", "private"]
        var type: String?
        var members: [(type: String, member: String)] = []
        for line in code {
            let words = line.split { !Self.isPartOfName($0) }
            if line.first?.isWhitespace == false {
                let index = words.firstIndex(of: "extension").map { $0 + 1 }
                let isHidden = words.contains(where: hidden.contains)
                type = index.flatMap { isHidden || $0 >= words.count ? nil : String(words[$0]) }
            } else if let type, line.hasPrefix("    "), !line.hasPrefix("     "),
                !words.contains(where: hidden.contains),
                let kind = words.firstIndex(where: { $0 == "func" || $0 == "var" }),
                kind + 1 < words.count
            {
                members.append((type, String(words[kind + 1])))
            }
        }
        return members
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
