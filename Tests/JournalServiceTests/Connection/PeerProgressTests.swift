// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import NIOCore
import Testing

@testable import JournalService

@Suite struct PeerProgressTests {
    private typealias Sample = PeerProgress.Sample

    private func time(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

    private func output(_ accepted: Int, _ buffered: Int, received: Int? = nil) -> Sample {
        Sample(
            received: received,
            output: Sample.Output(accepted: accepted, buffered: buffered)
        )
    }

    @Test func connectionWithoutATransferIsNeverStalled() {
        var progress = PeerProgress()
        progress.add(Sample(), at: time(0))
        #expect(!progress.isWaiting)
        #expect(progress.stalled(for: .seconds(10), at: time(1000)) == nil)
    }

    @Test func readerThatAcceptsNothingIsStalled() {
        var progress = PeerProgress()
        for second in [0, 4, 9] { progress.add(output(100, 50), at: time(Int64(second))) }
        #expect(progress.stalled(for: .seconds(10), at: time(9)) == nil)
        #expect(progress.stalled(for: .seconds(10), at: time(10)) == .output)
    }

    @Test(arguments: [(101, 50), (100, 49), (100, 51)])
    func anyProgressOfAReaderStartsTheTimeAgain(accepted: Int, buffered: Int) {
        var progress = PeerProgress()
        progress.add(output(100, 50), at: time(0))
        progress.add(output(accepted, buffered), at: time(9))
        #expect(progress.stalled(for: .seconds(10), at: time(18)) == nil)
        #expect(progress.stalled(for: .seconds(10), at: time(19)) == .output)
    }

    @Test func senderThatStopsInsideARequestIsStalled() {
        var progress = PeerProgress()
        progress.add(Sample(received: 5), at: time(0))
        progress.add(Sample(received: 6), at: time(9))
        #expect(progress.stalled(for: .seconds(10), at: time(18)) == nil)
        #expect(progress.stalled(for: .seconds(10), at: time(19)) == .request)
    }

    @Test func completeRequestEndsTheTransfer() {
        var progress = PeerProgress()
        progress.add(Sample(received: 5), at: time(0))
        progress.add(Sample(), at: time(9))
        #expect(!progress.isWaiting)
        progress.add(Sample(received: 5), at: time(20))
        #expect(progress.stalled(for: .seconds(10), at: time(29)) == nil)
    }

    @Test func slowReaderThatStopsInsideARequestIsNotStalled() {
        var progress = PeerProgress()
        for second in 0..<40 {
            progress.add(output(second, 0, received: 5), at: time(Int64(second)))
        }
        #expect(progress.stalled(for: .seconds(10), at: time(40)) == nil)
    }
}
