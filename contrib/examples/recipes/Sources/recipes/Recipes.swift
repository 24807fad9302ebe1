// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import ArgumentParser
import Foundation
import SwiftData

/// The command `recipes`.
@main
struct Recipes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports recipes, and finds them.",
        subcommands: [Import.self, List.self, Show.self, Search.self, Follow.self],
        defaultSubcommand: List.self
    )
}

/// The options of all commands.
struct StoreOptions: ParsableArguments {
    @Option(help: "The file of the recipes. By default, it is in the user's data directory.")
    var store: String?

    func container() throws -> ModelContainer {
        try Cookbook.container(
            store.map { ModelConfiguration(url: URL(filePath: $0)) } ?? ModelConfiguration()
        )
    }

    func cookbook() throws -> Cookbook { Cookbook(try container()) }
}

extension Recipes {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Imports files of JSON.")
        @OptionGroup var options: StoreOptions
        @Argument(help: "Files of nested objects, or of rows with an ingredient each.")
        var files: [String]

        func run() async throws {
            let importer = Importer(modelContainer: try options.container())
            for url in files.map({ URL(filePath: $0) }) {
                let inputs = try RecipeInput.decode(try Data(contentsOf: url))
                let folder = url.deletingLastPathComponent()
                try await importer.add(inputs, photosIn: folder) { count in
                    print("\(url.lastPathComponent): \(count) of \(inputs.count)")
                }
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists recipes.")
        @OptionGroup var options: StoreOptions
        @Option(name: .shortAndLong, help: "Only recipes with this tag.") var tag: String?
        @Flag(help: "Only recipes with a film.") var filmed = false

        func run() throws {
            try options.cookbook().lines(tag: tag, onlyFilmed: filmed).forEach { print($0) }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows a recipe.")
        @OptionGroup var options: StoreOptions
        @Argument var title: String

        func run() throws {
            let lines = try options.cookbook().recipe(title)
            guard !lines.isEmpty else { throw ValidationError("no recipe \"\(title)\"") }
            lines.forEach { print($0) }
        }
    }

    struct Search: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Searches titles and steps.")
        @OptionGroup var options: StoreOptions
        @Argument(help: "Words, \"phrases\", prefix*, -excluded, OR.") var words: [String]

        func run() throws {
            try options.cookbook().search(words.joined(separator: " ")).forEach { print($0) }
        }
    }

    struct Follow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints recipes as they are imported, also by other processes."
        )
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let container = try options.container()
            for try await difference in ResultsDifferences<Recipe>(modelContainer: container) {
                let new = difference.insertions.map(\.identifier)
                try Cookbook(container).lines(of: new).forEach { print($0) }
                // Otherwise, a pipe receives the lines once there are many.
                fflush(nil)
            }
        }
    }
}
