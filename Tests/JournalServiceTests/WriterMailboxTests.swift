// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

private func command(_ number: Int) -> WriterJob {
    .command(
        EntryCreate(text: "\(number)"),
        ReplyToken(connection: number, request: RequestToken(number: 1))
    )
}

private func connections(_ jobs: [WriterJob]?) -> [Int]? {
    jobs?.compactMap { job in
        if case .command(_, let token) = job { token.connection } else { nil }
    }
}

@Suite struct WriterMailboxTests {
    @Test func queuedJobsAreTakenTogetherInOrder() async {
        let mailbox = WriterMailbox()
        for number in 1...3 { #expect(mailbox.post(command(number))) }
        #expect(connections(await mailbox.next()) == [1, 2, 3])
    }

    @Test func waitingWriterReceivesTheNextJob() async {
        let mailbox = WriterMailbox()
        async let jobs = mailbox.next()
        #expect(mailbox.post(command(1)))
        #expect(connections(await jobs) == [1])
    }

    @Test func numberOfJobsPerTransactionIsBounded() async {
        let mailbox = WriterMailbox()
        for number in 0...WriterMailbox.maximumTakenCount { _ = mailbox.post(command(number)) }
        #expect(await mailbox.next()?.count == WriterMailbox.maximumTakenCount)
        #expect(connections(await mailbox.next()) == [WriterMailbox.maximumTakenCount])
    }

    @Test func queuedCommandCanBeCancelled() async {
        let mailbox = WriterMailbox()
        _ = mailbox.post(command(1))
        _ = mailbox.post(command(2))
        #expect(mailbox.cancel(ReplyToken(connection: 1, request: RequestToken(number: 1))))
        #expect(connections(await mailbox.next()) == [2])
        #expect(!mailbox.cancel(ReplyToken(connection: 2, request: RequestToken(number: 1))))
    }

    @Test func closedMailboxReturnsTheRestAndRejectsJobs() async {
        let mailbox = WriterMailbox()
        _ = mailbox.post(command(1))
        mailbox.close()
        #expect(!mailbox.post(command(2)))
        #expect(connections(await mailbox.next()) == [1])
        #expect(connections(await mailbox.next()) == nil)
    }

    @Test func limitedWaitEndsWithoutJobs() async {
        let mailbox = WriterMailbox()
        #expect(connections(await mailbox.next(within: .milliseconds(1))) == [])
        _ = mailbox.post(command(1))
        #expect(connections(await mailbox.next(within: .seconds(3600))) == [1])
        mailbox.close()
        #expect(connections(await mailbox.next(within: .seconds(3600))) == nil)
    }

    @Test func pollingDoesNotWait() {
        let mailbox = WriterMailbox()
        #expect(connections(mailbox.poll()) == [])
        _ = mailbox.post(command(1))
        mailbox.close()
        #expect(connections(mailbox.poll()) == [1])
        #expect(connections(mailbox.poll()) == nil)
    }
}
