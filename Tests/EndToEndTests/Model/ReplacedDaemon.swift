// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient

/// A daemon that is killed or replaced while clients use it.
final class ReplacedDaemon {
    private let bed: TestBed
    private let socket: NotifySocket
    private var daemon: ChildProcess
    private(set) var killCount = 0
    /// The number of connections that another daemon continued.
    private(set) var continuedCount = 0

    init(_ bed: TestBed) throws {
        self.bed = bed
        socket = try NotifySocket(bed.root + "/notify")
        bed.environment.merge(socket.environment) { $1 }
        daemon = try bed.serve()
    }

    var isRunning: Bool { daemon.poll() == nil }

    /// Kills the daemon, as a power failure would, and starts another one.
    private func kill() throws {
        daemon.send(SIGKILL)
        _ = try daemon.wait()
        close(socket.take())
        daemon = try bed.serve()
        killCount += 1
    }

    /// Replaces the daemon by another one that continues its connections.
    private func handOver() throws {
        daemon.send(SIGTERM)
        let end = try daemon.wait()
        guard end.status == 0 else { throw Stuck("the daemon ended: \(end)") }
        let kept = socket.take()
        defer { close(kept) }
        daemon = try bed.serve(passing: kept)
        // One of the descriptors is the state.
        continuedCount += max(0, kept.count - 1)
    }

    private func close(_ kept: [(name: String, descriptor: Int32)]) {
        for item in kept { Glibc.close(item.descriptor) }
    }

    /// Replaces the daemon, each time after some writes, until the writers end.
    func replaceRepeatedly(_ shared: SharedHistory, seed: UInt64, every count: Int) throws {
        var random = SplitMix(seed: seed)
        var isKilled = random.oneIn(2)
        while true {
            try shared.waitForWrites(count + random.number(0..<count))
            if shared.haveWritersEnded { return }
            shared.advanceGeneration()
            try isKilled ? kill() : handOver()
            isKilled.toggle()
            shared.advanceGeneration()
        }
    }
}
