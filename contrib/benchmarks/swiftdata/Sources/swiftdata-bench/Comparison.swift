// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// Runs the contenders of a workload in turn and prints the shortest time of each.
struct Comparison {
    let workload: Workload
    let options: Options

    func run() throws {
        print("\n\(workload.name) (\(workload.count))\(goal)")
        let contenders = workload.contenders.filter { options.selects($0.library) }
        var times = [Stopwatch?](repeating: nil, count: contenders.count)
        var results: Set<Int> = []
        for _ in 0..<options.repetitions {
            for (index, contender) in contenders.enumerated() {
                var stopwatch = Stopwatch()
                results.insert(try measure(contender, &stopwatch))
                times[index] = [times[index], stopwatch].compactMap(\.self)
                    .min { $0.elapsed < $1.elapsed }
            }
        }
        guard results.count == 1 else {
            throw BenchmarkError("the contenders of \(workload.name) return \(results.sorted())")
        }
        for (contender, time) in zip(contenders, times.compactMap(\.self)) {
            report(contender.library, time, beside: times.compactMap(\.self)[0])
        }
        // Visible at once through a pipe.
        fflush(nil)
    }

    private var goal: String {
        workload.goal.map { ", goal \($0)" } ?? ""
    }

    private func measure(_ contender: Contender, _ stopwatch: inout Stopwatch) throws -> Int {
        let folder = URL.temporaryDirectory.appending(path: "swiftdata-bench-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "store.sqlite").path
        try contender.prepare(path)
        return try contender.run(path, &stopwatch)
    }

    private func report(_ library: Library, _ time: Stopwatch, beside first: Stopwatch) {
        let each = time.elapsed / Double(workload.count) * 1e6
        print(
            "  " + library.rawValue.padding(toLength: 14, withPad: " ", startingAt: 0)
                + String(format: "%9.1f ms %9.2f µs each", time.elapsed * 1000, each)
                + String(format: "  %6.2f ×", time.elapsed / first.elapsed)
                + String(format: "  processor %6.2f ×", time.processor / first.processor)
        )
    }
}
