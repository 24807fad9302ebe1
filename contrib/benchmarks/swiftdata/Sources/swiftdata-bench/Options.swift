// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Synchronization

struct Options {
    private(set) var repetitions = 3
    private var libraries: Set<String> = []
    private var words: [String] = []

    init(_ arguments: [String]) throws {
        var arguments = arguments[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--repetitions":
                guard let count = arguments.popFirst().flatMap({ Int($0) }), count > 0 else {
                    throw BenchmarkError("--repetitions requires a positive number")
                }
                repetitions = count
            case "--shared":
                StoreSharing.isUsed.store(true, ordering: .relaxed)
            case "--library":
                guard let name = arguments.popFirst(), Library(rawValue: name) != nil else {
                    throw BenchmarkError("--library requires the name of a library")
                }
                libraries.insert(name)
            case _ where argument.hasPrefix("-"):
                throw BenchmarkError("unknown option \(argument)")
            default:
                words.append(argument)
            }
        }
    }

    func selects(_ workload: Workload) -> Bool {
        words.isEmpty || words.contains { workload.name.contains($0) }
    }

    func selects(_ library: Library) -> Bool {
        libraries.isEmpty || libraries.contains(library.rawValue)
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// How the stores of SwiftData are opened.
enum StoreSharing {
    /// Whether other processes could open them, too.
    static let isUsed = Atomic(false)

    static func configuration(_ path: String) -> ModelConfiguration {
        var configuration = ModelConfiguration(url: URL(filePath: path))
        configuration.sharing = isUsed.load(ordering: .relaxed) ? .amongProcesses() : .exclusive
        return configuration
    }
}
