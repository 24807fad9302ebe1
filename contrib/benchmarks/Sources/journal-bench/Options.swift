// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The options of the command line.
struct Options {
    /// The path of the measured daemon.
    var daemon = ".build/release/journal-daemon"
    /// The path of the measured command-line client.
    var client = ".build/release/journal"
    /// The directory of the stores; its disk determines the cost of durability.
    var directory = "/var/tmp"
    /// The duration of each load.
    var seconds = 4.0
    /// The number of rounds; the report contains medians.
    var rounds = 3
    /// The number of processes of each kind.
    var processes = 200
    /// The number of entries in the large store.
    var entries = 1_000_000
    /// The number of subscribers that receive one change.
    var subscribers = 1_000
    /// The names of the selected workloads, or none for all.
    var only: [String] = []

    static let usage = """
        usage: journal-bench [--daemon FILE] [--client FILE] [--directory DIR]
                             [--seconds S] [--rounds N] [--processes N]
                             [--entries N] [--subscribers N] [--only NAME]…
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw BenchmarkError(Self.usage) }
            switch name {
            case "--daemon": daemon = value
            case "--client": client = value
            case "--directory": directory = value
            case "--seconds": seconds = try Self.number(value)
            case "--rounds": rounds = Int(try Self.number(value))
            case "--processes": processes = Int(try Self.number(value))
            case "--entries": entries = Int(try Self.number(value))
            case "--subscribers": subscribers = Int(try Self.number(value))
            case "--only": only.append(value)
            default: throw BenchmarkError(Self.usage)
            }
        }
    }

    private static func number(_ text: String) throws -> Double {
        guard let number = Double(text), number >= 1, number <= 1e9 else {
            throw BenchmarkError("invalid number \"\(text)\"; use 1 to 1000000000\n\(usage)")
        }
        return number
    }
}
