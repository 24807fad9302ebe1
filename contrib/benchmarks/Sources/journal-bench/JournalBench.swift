// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

@main
struct JournalBench {
    static func main() {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            raiseOpenFileLimit()
            let cleanup = try Cleanup(in: options.directory)
            cleanup.runOnSignals()
            do {
                try BenchmarkRun(options, cleanup).run()
                cleanup.run()
            } catch {
                // After a signal, the processes end one after another: that is no failure.
                if cleanup.hasStarted { while true { pause() } }
                cleanup.run()
                throw error
            }
        } catch {
            write("journal-bench: \(error)\n", to: STDERR_FILENO)
            exit(1)
        }
    }

    /// Permits as many descriptors as the thousand connections of a workload need.
    private static func raiseOpenFileLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// Writes without buffering, so that the progress of a long run is visible through a pipe.
func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
}
