// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// A subscription or a live list of a connection: a state machine, and what performs its actions.
protocol Observation: AnyObject, SendableMetatype {
    associatedtype Action

    /// The id of the request that began it.
    var id: RequestID { get }
    /// The last commit up to which all changes were sent.
    var position: Int64 { get }

    /// Returns all observations of this type that a subscriber has, by id.
    static func all(of subscriber: Subscriber) -> [RequestID: Self]

    /// Returns the next action for new commits or a writable connection, or nil.
    func nextAction(_ log: CommitLog, isWritable: Bool) -> Action?
    /// Returns the action after a read that failed.
    func readFailed(_ log: CommitLog) -> Action
    /// Performs an action.
    func perform(_ action: Action, of subscriber: Subscriber, by broadcaster: Broadcaster)
}

extension Broadcaster {
    /// Performs the actions of all observations of a type while the connection is writable, for
    /// those first that are behind the others.
    ///
    /// Each call makes progress, even if the time is over already.
    ///
    /// - Returns: False if some may be missing, because the time is over.
    func performAll<Observed: Observation>(
        _ type: Observed.Type,
        of subscriber: Subscriber,
        until deadline: NIODeadline
    ) -> Bool {
        let all = type.all(of: subscriber)
        // Before the log is copied: most connections have observations of one type only.
        guard !all.isEmpty, !subscriber.isSuspended else { return true }
        let connection = subscriber.connection
        let log = log
        func performActions(of observed: Observed) -> Bool {
            let before = observed.position
            var isChecked = false
            // An action may close the connection. One that ends its observation is the last.
            while connection.isOpen,
                let action = observed.nextAction(log, isWritable: connection.isWritable)
            {
                observed.perform(action, of: subscriber, by: self)
                connection.flushWhenLong()
                if NIODeadline.now() >= deadline { return false }
                isChecked = true
            }
            return isChecked || observed.position == before || NIODeadline.now() < deadline
        }
        // Most connections have one subscription, which needs no array.
        guard all.count > 1 else { return all.values.allSatisfy(performActions) }
        return all.values.sorted { $0.position < $1.position }.allSatisfy(performActions)
    }

    /// Reads on a reader thread, passes the result to the state machine, and continues.
    ///
    /// - Parameters:
    ///   - observed: The observation that needs the result; the result is ignored if it has ended.
    ///   - subscriber: The connection of the observation.
    ///   - isLong: Whether the read may take long.
    ///   - body: Reads the journal, on a reader thread.
    ///   - event: Returns the action for the result, on the event loop.
    func read<Observed: Observation, Value: Sendable>(
        for observed: Observed,
        of subscriber: Subscriber,
        isLong: Bool = false,
        _ body: @escaping @Sendable (ReadContext) throws -> Value,
        event: @escaping @Sendable (Observed, Value) -> Observed.Action
    ) {
        let bound = NIOLoopBound((self, observed, subscriber), eventLoop: loop)
        readers.read(
            at: cursor,
            isLong: isLong,
            cancellation: subscriber.cancellation,
            body,
            completion: { [loop] outcome in
                loop.execute {
                    let (broadcaster, observed, subscriber) = bound.value
                    broadcaster.results.perform {
                        broadcaster.continue(observed, of: subscriber) {
                            switch outcome {
                            case .success(let value): return event(observed, value)
                            case .failure(let error):
                                broadcaster.log(failure: error)
                                return observed.readFailed(broadcaster.log)
                            }
                        }
                    }
                }
            }
        )
    }

    /// Passes the end of a delay to the state machine, and continues.
    func schedule<Observed: Observation>(
        _ observed: Observed,
        of subscriber: Subscriber,
        after delay: Duration,
        _ event: @escaping @Sendable (Observed) -> Observed.Action
    ) {
        let bound = NIOLoopBound((self, observed, subscriber), eventLoop: loop)
        loop.scheduleTask(in: TimeAmount(delay)) {
            let (broadcaster, observed, subscriber) = bound.value
            broadcaster.continue(observed, of: subscriber) { event(observed) }
        }
    }

    /// Performs the action for an event, and those that follow.
    private func `continue`<Observed: Observation>(
        _ observed: Observed,
        of subscriber: Subscriber,
        _ event: () -> Observed.Action
    ) {
        // It may have ended, and another one may have its id.
        guard Observed.all(of: subscriber)[observed.id] === observed, !subscriber.isSuspended else {
            return
        }
        observed.perform(event(), of: subscriber, by: self)
        sendPending(to: subscriber)
    }
}
