// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

@main
struct JournalBench {
    static func main() {
        do {
            var report = Report(try Options(Array(CommandLine.arguments.dropFirst())))
            try report.run()
        } catch {
            write("journal-bench: \(error)\n", to: STDERR_FILENO)
            exit(1)
        }
    }
}

/// Writes without buffering, so that the progress of a long run is visible through a pipe.
func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
}
