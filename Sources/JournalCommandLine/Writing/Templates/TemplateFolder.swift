// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// The templates of a user, one file each.
package struct TemplateFolder: Sendable {
    private let directory: String

    /// Opens the folder below the configuration directory of the journal.
    package init(configurationDirectory: String) {
        directory = configurationDirectory + "/templates"
    }

    /// The names of the templates, sorted.
    var names: [String] {
        let names = FileSystem.names(in: directory).filter {
            !$0.hasPrefix(".") && !$0.hasSuffix("~")
        }
        return Set(names.map { $0.hasSuffix(".md") ? String($0.dropLast(3)) : $0 }).sorted()
    }

    /// Reads a template.
    func template(_ name: String) throws(ClientError) -> Template {
        guard !name.contains("/"), !name.hasPrefix("."), let path = path(name) else {
            let names = names.joined(separator: ", ")
            throw ClientError(
                .usage,
                "there is no template \"\(name)\"",
                advice: names.isEmpty
                    ? "A template is a file \(directory)/NAME.md" : "Templates: \(names)"
            )
        }
        guard let content = String(validating: try FileSystem.read(path), as: UTF8.self) else {
            throw ClientError(.input, "\(path) is not valid UTF-8")
        }
        return try Template(content, path: path)
    }

    private func path(_ name: String) -> String? {
        ["\(directory)/\(name).md", "\(directory)/\(name)"].first { FileStatus(path: $0) != nil }
    }

    /// Prints the names and the paths of the templates.
    package func list(in context: CommandContext) {
        let all = names.map { (name: $0, path: path($0) ?? "") }
        let objects = all.map { JSON.object(["name": .string($0.name), "path": .string($0.path)]) }
        context.list(objects, whole: ["templates": .array(objects)]) {
            var table = Table()
            for template in all { table.add(template.name, template.path) }
            return table.lines(for: context.terminal)
        }
        if context.format == .text, all.isEmpty {
            StandardError.say("journal: a template is a file \(directory)/NAME.md")
        }
    }
}
