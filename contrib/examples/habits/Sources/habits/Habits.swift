// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import ArgumentParser
import Foundation
import SwiftData

/// The command `habits`.
@main
struct Habits: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keeps habits: daily check-ins, streaks and a chart of the last 30 days.",
        subcommands: [Add.self, Check.self, List.self, Migration.self, Demo.self],
        defaultSubcommand: List.self
    )
}

/// The options of all commands.
struct StoreOptions: ParsableArguments {
    @Option(help: "The file of the habits. By default, it is in the user's data directory.")
    var store: String?

    var configuration: ModelConfiguration {
        guard let store else { return ModelConfiguration() }
        return ModelConfiguration(url: URL(filePath: store))
    }
}

extension Habits {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Adds a habit or its tags.")
        @OptionGroup var options: StoreOptions
        @Option(name: .shortAndLong, help: "A tag; can be repeated.") var tag: [String] = []
        @Argument var name: String

        func run() throws { try HabitBook(options.configuration).add(name, tags: tag) }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Notes that a habit was kept.")
        @OptionGroup var options: StoreOptions
        @Option(help: "The day, such as 2026-11-28; by default today.", transform: parseDay)
        var on: Day?
        @Argument var name: String

        func run() throws {
            try HabitBook(options.configuration).checkIn(name, on: on ?? Day(of: .now))
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows the last 30 days.")
        @OptionGroup var options: StoreOptions
        @Option(name: .shortAndLong, help: "Only habits with this tag.") var tag: String?
        @Option(help: "Write the chart into this file, as SVG.") var svg: String?

        func run() throws {
            let chart = try HabitBook(options.configuration).chart(tag: tag, today: Day(of: .now))
            if let svg {
                try chart.svg().write(toFile: svg, atomically: true, encoding: .utf8)
            } else {
                chart.lines().forEach { print($0) }
            }
        }
    }

    struct Migration: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows how a store of an earlier release would change, and changes nothing."
        )
        @OptionGroup var options: StoreOptions

        func run() throws {
            try MigrationReport(of: options.configuration.url).lines().forEach { print($0) }
        }
    }

    struct Demo: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Migrates a store of the first release in a temporary folder."
        )

        func run() throws { try Demonstration.lines().forEach { print($0) } }
    }
}

private func parseDay(_ text: String) throws -> Day {
    guard let day = Day(text) else {
        throw ValidationError("\"\(text)\" is no day; use the form 2026-11-28")
    }
    return day
}
