// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Dispatch
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
    @Test func queuedJobsAreTakenTogetherInOrder() {
        let mailbox = WriterMailbox()
        for number in 1...3 { #expect(mailbox.post(command(number))) }
        #expect(connections(mailbox.next()) == [1, 2, 3])
    }

    @Test func waitingWriterReceivesTheNextJob() async {
        let mailbox = WriterMailbox()
        let jobs = await withCheckedContinuation { received in
            DispatchQueue(label: "writer").async { received.resume(returning: mailbox.next()) }
            #expect(mailbox.post(command(1)))
        }
        #expect(connections(jobs) == [1])
    }

    @Test func numberOfJobsPerTransactionIsBounded() {
        let mailbox = WriterMailbox()
        for number in 0...WriterMailbox.maximumTakenCount { _ = mailbox.post(command(number)) }
        #expect(mailbox.next()?.count == WriterMailbox.maximumTakenCount)
        #expect(connections(mailbox.next()) == [WriterMailbox.maximumTakenCount])
    }

    @Test func cancellationsOfATakenCommandAreOneJob() {
        let mailbox = WriterMailbox()
        _ = mailbox.post(command(1))
        #expect(connections(mailbox.next()) == [1])
        let token = ReplyToken(connection: 1, request: RequestToken(number: 1))
        for _ in 0..<1_000 { #expect(!mailbox.cancel(token)) }
        _ = mailbox.post(command(2))
        let jobs = mailbox.next() ?? []
        #expect(jobs.count == 2)
        #expect(jobs.filter(\.isCancellation).count == 1)
        #expect(connections(jobs) == [2])
        #expect(mailbox.poll()?.isEmpty == true)
    }

    @Test func queuedCommandCanBeCancelled() {
        let mailbox = WriterMailbox()
        _ = mailbox.post(command(1))
        _ = mailbox.post(command(2))
        #expect(mailbox.cancel(ReplyToken(connection: 1, request: RequestToken(number: 1))))
        #expect(connections(mailbox.next()) == [2])
        #expect(!mailbox.cancel(ReplyToken(connection: 2, request: RequestToken(number: 1))))
    }

    @Test func closedMailboxReturnsTheRestAndRejectsJobs() {
        let mailbox = WriterMailbox()
        _ = mailbox.post(command(1))
        mailbox.close()
        #expect(!mailbox.post(command(2)))
        #expect(connections(mailbox.next()) == [1])
        #expect(connections(mailbox.next()) == nil)
    }

    @Test func limitedWaitEndsWithoutJobs() {
        let mailbox = WriterMailbox()
        #expect(connections(mailbox.next(within: 0.001)) == [])
        _ = mailbox.post(command(1))
        #expect(connections(mailbox.next(within: 3600)) == [1])
        mailbox.close()
        #expect(connections(mailbox.next(within: 3600)) == nil)
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
