// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore

/// Handles the results of reads on the event loop, for limited times.
///
/// The event loop reads its sockets only when no task is ready. Reader threads have the next result
/// ready while it handles one, so without pauses it would serve no other connection until all reads
/// that wait have ended.
final class LoopTurns {
    private let loop: any EventLoop
    private let length: TimeAmount
    private var waiting: CircularBuffer<() -> Void> = []
    private var isPaused = false
    private var end = NIODeadline.uptimeNanoseconds(0)

    init(length: TimeAmount, loop: any EventLoop) {
        self.length = length
        self.loop = loop
    }

    /// Handles a result now, or after the pause if the turn is over; in the order of the calls.
    func perform(_ work: @escaping () -> Void) {
        waiting.append(work)
        guard !isPaused, waiting.count == 1 else { return }
        let now = NIODeadline.now()
        if now >= end { end = now + length }
        performWaiting()
    }

    /// Handles results until the turn is over.
    private func performWaiting() {
        while let work = waiting.first {
            work()
            waiting.removeFirst()
            guard NIODeadline.now() < end else { return pause() }
        }
    }

    /// Lets the event loop read its sockets.
    private func pause() {
        isPaused = true
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: BroadcastTurns.pause) {
            let turns = bound.value
            turns.isPaused = false
            turns.end = .now() + turns.length
            turns.performWaiting()
        }
    }
}
