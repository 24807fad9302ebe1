// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The results of several rounds of a load.
struct LoadSummary {
    private var rates: [Double] = []
    private var latencies = Samples()

    mutating func add<Client>(_ result: Load<Client>.Result) {
        rates.append(result.rate)
        for sample in result.latencies.seconds { latencies.add(sample) }
    }

    /// The median number of entries per second.
    var rate: Double { median(rates) }
    var p50: Double { latencies.median }
    var p99: Double { latencies.percentile(0.99) }

    /// The columns of `Report.loadHeading`.
    var columns: [String] {
        [rate.text(0), (p50 * 1000).text(2), (p99 * 1000).text(2)]
    }
}
