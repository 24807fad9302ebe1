// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The lines that an example prints.
final class PrintedLines: Sendable {
    private let storage = Mutex<[String]>([])

    var lines: [String] { storage.withLock { $0 } }

    func append(_ line: String) { storage.withLock { $0.append(line) } }
}

/// A suite of examples, whose calls of `print` are compared with what a page says they print.
protocol PrintingExample {
    var output: PrintedLines { get }
}

extension PrintingExample {
    /// Takes the place of Swift's function in the examples.
    func print(_ items: Any...) {
        output.append(items.map { "\($0)" }.joined(separator: " "))
    }
}
