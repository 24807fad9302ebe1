// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What the command line says.
struct Options {
    /// The executables to measure.
    var daemon = ".build/release/journal-daemon"
    var client = ".build/release/journal"
    /// Where stores are made; the disk of this folder is what durability costs.
    var directory = "/var/tmp"
    /// How long each load lasts.
    var seconds = 4.0
    /// How often everything is repeated; medians are reported.
    var rounds = 3
    /// How many processes of each kind are run.
    var processes = 200

    static let usage = """
        usage: journal-bench [--daemon FILE] [--client FILE] [--directory DIR]
                             [--seconds S] [--rounds N] [--processes N]
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
            default: throw BenchmarkError(Self.usage)
            }
        }
    }

    private static func number(_ text: String) throws -> Double {
        guard let number = Double(text), number >= 1 else { throw BenchmarkError(usage) }
        return number
    }
}
