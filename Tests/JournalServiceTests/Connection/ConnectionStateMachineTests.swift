// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// What a machine reactions, reduced to what tests compare.
private enum Reaction: Equatable {
    case answer(RequestID?, ErrorKind?)
    case start(UInt64, RequestID?)
    case cancel(UInt64)
    case close
    case suspended
}

extension ConnectionStateMachine {
    fileprivate mutating func receive(_ text: String) -> [Reaction] {
        Array(text.utf8).withUnsafeBytes { received($0) }.map(Reaction.init)
    }
}

extension Reaction {
    init(_ action: ConnectionStateMachine.Action) {
        switch action {
        case .respond(let response):
            var kind: ErrorKind?
            if case .failure(let error) = response.outcome { kind = error.kind }
            self = .answer(response.id, kind)
        case .start(let token, _, let id): self = .start(token.number, id)
        case .cancel(let token): self = .cancel(token.number)
        case .close: self = .close
        case .suspended: self = .suspended
        }
    }
}

private func line(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
}

private func create(_ id: Int) -> String { line(id, "entry.create", #"{"text":"x"}"#) }

extension [ConnectionStateMachine.Action] {
    fileprivate var reactions: [Reaction] { map(Reaction.init) }
}

private let done: Result<JSON, ProtocolError> = .success([:])

@Suite struct ConnectionStateMachineTests {
    @Test func lineInPiecesStartsOnce() {
        var machine = ConnectionStateMachine()
        let text = create(7)
        #expect(machine.receive(String(text.prefix(20))).isEmpty)
        #expect(machine.receive(String(text.dropFirst(20))) == [.start(1, 7)])
    }

    @Test func suspendedConnectionAnswersAndKeepsItsInput() {
        var machine = ConnectionStateMachine()
        #expect(machine.receive(create(1) + "{\"half") == [.start(1, 1)])
        #expect(machine.suspend().isEmpty)
        #expect(!machine.wantsInput)
        #expect(machine.receive("\":1}\n" + create(2)).isEmpty)
        #expect(
            machine.finished(RequestToken(number: 1), with: done).reactions
                == [.answer(1, nil), .suspended]
        )
        #expect(machine.undecodedInput == Array(("{\"half\":1}\n" + create(2)).utf8))
        #expect(machine.stop().reactions == [.close])
    }

    @Test func suspendedConnectionPassesRequestsOnThatWaitForThePeer() {
        var machine = ConnectionStateMachine()
        #expect(machine.writabilityChanged(to: false).isEmpty)
        let requests = (1...100).map { line($0, "entry.list") }.joined()
        #expect(machine.receive(requests + "{\"half").isEmpty)
        #expect(machine.suspend().reactions == [.suspended])
        #expect(machine.undecodedInput == Array((requests + "{\"half").utf8))
        #expect(machine.inFlightCount == 0)
        #expect(machine.unansweredByteCount == 0)
    }

    @Test func suspendedConnectionPassesReadsOnThatFollowAWrite() {
        var machine = ConnectionStateMachine()
        #expect(machine.receive(create(1) + line(2, "entry.list")) == [.start(1, 1)])
        #expect(machine.suspend().isEmpty)
        #expect(
            machine.finished(RequestToken(number: 1), with: done).reactions
                == [.answer(1, nil), .suspended]
        )
        #expect(machine.undecodedInput == Array(line(2, "entry.list").utf8))
    }

    @Test func requestsInAllFramingsArePassedOnAsReceived() {
        let body = String(line(1, "entry.list").dropLast())
        for text in [
            "Content-Length: \(body.utf8.count)\r\n\r\n\(body)",
            "[7,{\"method\":\"entry.list\"}]\n",
        ] {
            var machine = ConnectionStateMachine()
            #expect(machine.writabilityChanged(to: false).isEmpty)
            #expect(machine.receive(text).isEmpty)
            #expect(machine.suspend().reactions == [.suspended])
            #expect(machine.undecodedInput == Array(text.utf8))
        }
    }

    @Test func idleConnectionIsSuspendedAtOnceAndOneWhosePeerEndedIsNot() {
        var machine = ConnectionStateMachine()
        #expect(machine.suspend().reactions == [.suspended])
        #expect(machine.suspend().isEmpty)
        var ending = ConnectionStateMachine()
        #expect(ending.receive(create(1)) == [.start(1, 1)])
        #expect(ending.inputEnded().isEmpty)
        #expect(ending.suspend().isEmpty)
        #expect(
            ending.finished(RequestToken(number: 1), with: done).reactions == [
                .answer(1, nil), .close,
            ]
        )
    }

    @Test func requestsThatNeedTheStoreWaitWithoutOne() {
        var machine = ConnectionStateMachine(isWithoutStore: true)
        #expect(machine.receive(line(1, "describe")) == [.start(1, 1)])
        _ = machine.finished(RequestToken(number: 1), with: done)
        let waiting = line(2, "hello") + create(3) + line(4, "clients")
        #expect(machine.receive(waiting).isEmpty)
        #expect(machine.suspend().reactions == [.suspended])
        #expect(machine.undecodedInput == Array(waiting.utf8))
    }

    @Test func waitingRequestsOfAPeerThatEndedArePassedOn() {
        var machine = ConnectionStateMachine(isWithoutStore: true)
        #expect(machine.receive(create(1)).isEmpty)
        #expect(machine.inputEnded().isEmpty)
        #expect(machine.suspend().reactions == [.suspended])
        #expect(machine.undecodedInput == Array(create(1).utf8))
    }

    @Test func pipelinedWritesStartAtOnce() {
        var machine = ConnectionStateMachine()
        #expect(machine.receive(create(1) + create(2)) == [.start(1, 1), .start(2, 2)])
        #expect(machine.inFlightCount == 2)
    }

    @Test func readWaitsForEarlierWrites() {
        var machine = ConnectionStateMachine()
        let sent = create(1) + line(2, "entry.list") + create(3)
        #expect(machine.receive(sent) == [.start(1, 1)])
        let reactions = machine.finished(RequestToken(number: 1), with: done).map(Reaction.init)
        #expect(reactions == [.answer(1, nil), .start(2, 2), .start(3, 3)])
    }

    @Test(arguments: ["entry.list", "clients", "describe"])
    func onlyAFewRequestsWithLongRepliesRunAtOnce(method: String) {
        var machine = ConnectionStateMachine()
        let count = ConnectionStateMachine.maximumConcurrentReads
        let sent = (1...count + 1).map { line($0, method) }.joined()
        #expect(machine.receive(sent).count == count)
        let reactions = machine.finished(RequestToken(number: 1), with: done).map(Reaction.init)
        #expect(
            reactions == [.answer(1, nil), .start(UInt64(count + 1), .integer(Int64(count + 1)))]
        )
    }

    @Test func nothingStartsWhileTheSocketIsNotWritable() {
        var machine = ConnectionStateMachine()
        #expect(machine.writabilityChanged(to: false).isEmpty)
        #expect(!machine.wantsInput)
        #expect(machine.receive(create(1)).isEmpty)
        #expect(machine.writabilityChanged(to: true).map(Reaction.init) == [.start(1, 1)])
    }

    @Test func idsInFlightAreRejectedUntilTheyAreAnswered() {
        var machine = ConnectionStateMachine()
        #expect(
            machine.receive(create(1) + create(1)) == [
                .start(1, 1), .answer(1, .requestDuplicateID),
            ]
        )
        _ = machine.finished(RequestToken(number: 1), with: done)
        #expect(machine.receive(create(1)) == [.start(2, 1)])
    }

    @Test func requestsBeyondTheLimitWaitForReplies() {
        var machine = ConnectionStateMachine()
        let count = Limits.inFlight
        #expect(machine.receive((1...count + 2).map(create).joined()).count == count)
        #expect(machine.inFlightCount == count)
        #expect(!machine.wantsInput)
        func finish(_ token: UInt64) -> [Reaction] {
            machine.finished(RequestToken(number: token), with: done).reactions
        }
        let (next, last) = (UInt64(count + 1), UInt64(count + 2))
        #expect(finish(1) == [.answer(1, nil), .start(next, .integer(Int64(next)))])
        #expect(finish(2) == [.answer(2, nil), .start(last, .integer(Int64(last)))])
        #expect(!machine.wantsInput)
        #expect(finish(3) == [.answer(3, nil)])
        #expect(machine.wantsInput)
    }

    @Test func queuedRequestsAreExecutedAfterThePeerClosedItsSide() {
        var machine = ConnectionStateMachine()
        let count = Limits.inFlight
        _ = machine.receive((1...count + 1).map(create).joined() + "{\"half")
        #expect(machine.inputEnded().isEmpty)
        let next = UInt64(count + 1)
        #expect(
            machine.finished(RequestToken(number: 1), with: done).reactions == [
                .answer(1, nil), .start(next, .integer(Int64(next))),
            ]
        )
        var last: [Reaction] = []
        for number in 2...next {
            last = machine.finished(RequestToken(number: number), with: done).reactions
        }
        #expect(last == [.answer(.integer(Int64(next)), nil), .close])
    }

    @Test func queuedLinesAreNotExecutedDuringAShutdown() {
        var machine = ConnectionStateMachine()
        let count = Limits.inFlight
        _ = machine.receive((1...count + 1).map(create).joined())
        #expect(machine.stop().isEmpty)
        #expect(
            machine.finished(RequestToken(number: 1), with: done).reactions == [.answer(1, nil)]
        )
    }

    @Test func longRequestsStopReadingUntilTheyAreAnswered() {
        var machine = ConnectionStateMachine()
        let text = String(repeating: "x", count: 1_000_000)
        for number in 1...9 {
            _ = machine.receive(line(number, "entry.create", #"{"text":"\#(text)"}"#))
        }
        #expect(!machine.wantsInput)
        for number in 1...9 {
            _ = machine.finished(RequestToken(number: UInt64(number)), with: done)
        }
        #expect(machine.wantsInput)
    }

    @Test(arguments: [
        ("nonsense\n", ErrorKind.parseInvalid), ("[]\n", .requestInvalid),
        ("{}\n", .requestInvalid),
        (String(repeating: "[", count: 100) + "\n", .limitDepth),
    ])
    func invalidLinesAreAnsweredAndTheConnectionContinues(text: String, kind: ErrorKind) {
        var machine = ConnectionStateMachine()
        #expect(machine.receive(text + create(1)) == [.answer(nil, kind), .start(1, 1)])
    }

    @Test func unknownMethodsAndWrongParametersAreAnswered() {
        var machine = ConnectionStateMachine()
        #expect(machine.receive(line(1, "nope")) == [.answer(1, .methodUnknown)])
        #expect(machine.receive(line(2, "entry.get")) == [.answer(2, .paramsInvalid)])
    }

    @Test func tooLongLinesCloseTheConnectionAfterPendingReplies() {
        var machine = ConnectionStateMachine(lineLimit: 100)
        _ = machine.receive(create(1))
        #expect(machine.receive(String(repeating: "x", count: 200)) == [.answer(nil, .limitLine)])
        #expect(!machine.wantsInput)
        #expect(
            machine.finished(RequestToken(number: 1), with: done).map(Reaction.init) == [
                .answer(1, nil), .close,
            ]
        )
    }

    @Test func halfALineIsNotExecuted() {
        var machine = ConnectionStateMachine()
        #expect(machine.receive(String(create(1).dropLast())).isEmpty)
        #expect(machine.inputEnded().map(Reaction.init) == [.close])
    }

    @Test func pendingRequestsAreAnsweredAfterThePeerClosedItsSide() {
        var machine = ConnectionStateMachine()
        _ = machine.receive(create(1))
        #expect(machine.inputEnded().isEmpty)
        #expect(
            machine.finished(RequestToken(number: 1), with: done).map(Reaction.init) == [
                .answer(1, nil), .close,
            ]
        )
    }

    @Test func notificationIsNeverAnswered() {
        var machine = ConnectionStateMachine()
        let text = #"{"jsonrpc":"2.0","method":"entry.create","params":{"text":"x"}}"# + "\n"
        #expect(machine.receive(text) == [.start(1, nil)])
        #expect(machine.finished(RequestToken(number: 1), with: done).isEmpty)
    }

    @Test func waitingRequestIsCancelledAtOnce() {
        var machine = ConnectionStateMachine()
        _ = machine.receive(create(1) + line(2, "entry.list"))
        let reactions = machine.receive(line(3, "cancel", #"{"id":2}"#))
        #expect(reactions == [.answer(2, .cancelled), .answer(3, nil)])
    }

    @Test func runningReadIsAnsweredAsCancelledAndItsResultIsDropped() {
        var machine = ConnectionStateMachine()
        _ = machine.receive(line(1, "entry.list"))
        let reactions = machine.receive(line(2, "cancel", #"{"id":1}"#))
        #expect(reactions == [.cancel(1), .answer(1, .cancelled), .answer(2, nil)])
        #expect(machine.finished(RequestToken(number: 1), with: done).isEmpty)
    }

    @Test func cancelledReadsCountAsRunningUntilTheyEnd() {
        var machine = ConnectionStateMachine()
        let count = ConnectionStateMachine.maximumConcurrentReads
        _ = machine.receive((1...count).map { line($0, "entry.list") }.joined())
        #expect(machine.isAwaited(RequestToken(number: 1)))
        _ = machine.receive(line(90, "cancel", #"{"id":1}"#))
        #expect(!machine.isAwaited(RequestToken(number: 1)))
        // Its id is free, its place is not.
        #expect(machine.receive(line(1, "entry.list")).isEmpty)
        let next = UInt64(count + 1)
        #expect(
            machine.finished(RequestToken(number: 1), with: done).map(Reaction.init) == [
                .start(next, 1)
            ]
        )
        let reactions = machine.finished(RequestToken(number: next), with: done).map(Reaction.init)
        #expect(reactions == [.answer(1, nil)])
    }

    @Test func cancellingAStartedWriteIsForwardedToTheWriter() {
        var machine = ConnectionStateMachine()
        _ = machine.receive(create(1))
        let reactions = machine.receive(line(2, "cancel", #"{"id":1}"#))
        #expect(reactions == [.cancel(1), .answer(2, nil)])
        #expect(
            machine.finished(RequestToken(number: 1), with: done).map(Reaction.init) == [
                .answer(1, nil)
            ]
        )
    }

    @Test func cancellingAnUnknownRequestHasNoEffect() {
        var machine = ConnectionStateMachine()
        #expect(machine.receive(line(2, "cancel", #"{"id":1}"#)) == [.answer(2, nil)])
    }
}
