// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataHub

/// Decides when rounds run.
///
/// It does no I/O: an event returns the actions to carry out. Changes of the store wait until it is
/// quiet, but not for long. After an error of the hub, rounds run after a delay that doubles; the
/// changes of the store are captured in the mean time, because its history is kept until then. A
/// hub in a folder is tried again often: its medium may return at any time (decision 0241).
package struct SyncSchedule: Hashable, Sendable {
    /// The times between events and rounds.
    package struct Delays: Hashable, Sendable {
        /// The time without a commit after which changes are published.
        package var quiet: Duration = .milliseconds(250)
        /// The time after which changes are published although others follow.
        package var longest: Duration = .seconds(1)
        /// The time until the first retry; each further one doubles it.
        package var firstRetry: Duration = .seconds(1)
        /// The longest time until a retry.
        package var lastRetry: Duration = .seconds(15 * 60)
        /// The time until a retry after the place of the hub was missing or not accessible.
        package var placeRetry: Duration = .seconds(15 * 60)
        /// The time until a retry after another error that only a person can solve.
        package var lastingRetry: Duration = .seconds(15 * 60)
        /// The time after which the hub is listed although it reports no change.
        package var listing: Duration = .seconds(60)

        /// Creates the default delays.
        package init() {}

        /// Creates the delays for the hub at an address.
        ///
        /// To look for a folder costs little, and it may be on a medium that a person inserts.
        package init(forHubAt address: String) {
            guard case .folder? = try? HubAddress(address) else { return }
            lastRetry = .seconds(30)
            placeRetry = .seconds(30)
        }
    }

    /// The kind of a round's error.
    package enum Failure: Hashable, Sendable {
        /// The hub may respond again by itself.
        case passing
        /// The place of the hub is missing or not accessible, such as the folder of a medium that
        /// was removed.
        case place
        /// Only a person can solve the problem.
        case lasting
    }

    /// An event.
    package enum Event: Hashable, Sendable {
        /// Synchronization begins.
        case started
        /// A change of the store was committed.
        case committed
        /// The hub may have another listing.
        case listingChanged
        /// A person or a program asks for a round now.
        case requested
        /// A timer has fired.
        case timerFired
        /// The round ended, with the mark of the listing that it has read.
        case ended(HubMark)
        /// The round ended with an error.
        case failed(Failure)
    }

    /// An action of the engine.
    package enum Action: Hashable, Sendable {
        /// Stop to wait for the hub, and run a round.
        case run
        /// Capture the changes of the store.
        case capture
        /// Send `timerFired` at an instant.
        case setTimer(ContinuousClock.Instant)
        /// Wait until the listing of the hub differs or the instant comes, then send
        /// `listingChanged`.
        case watch(HubMark, until: ContinuousClock.Instant)
    }

    private let delays: Delays
    private var isRunning = false
    /// Whether another round follows the present one.
    private var isRequested = false
    /// The first commit that is not captured.
    private var firstCommit: ContinuousClock.Instant?
    /// The time at which commits are captured.
    private var captureTime: ContinuousClock.Instant?
    /// The number of errors in succession.
    private var failures = 0
    /// The time of the next round after an error.
    package private(set) var retryTime: ContinuousClock.Instant?
    /// The timers that are set and have not fired.
    private var timers: Set<ContinuousClock.Instant> = []

    /// Creates a schedule.
    package init(_ delays: Delays = Delays()) { self.delays = delays }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: The present time.
    /// - Returns: The actions, in order.
    package mutating func handle(
        _ event: Event,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        switch event {
        case .started, .requested, .listingChanged: return run()
        case .committed:
            let first = firstCommit ?? now
            firstCommit = first
            captureTime = min(now + delays.quiet, first + delays.longest)
            return setTimer()
        case .timerFired:
            timers = timers.filter { $0 > now }
            return timerFired(at: now)
        case .ended(let mark):
            isRunning = false
            failures = 0
            retryTime = nil
            guard !isRequested else { return run() }
            return [.watch(mark, until: now + delays.listing)] + setTimer()
        case .failed(let failure):
            isRunning = false
            failures += 1
            retryTime = now + delay(after: failure)
            return isRequested ? run() : setTimer()
        }
    }

    private func delay(after failure: Failure) -> Duration {
        switch failure {
        // Doubled at most 20 times, which exceeds every limit.
        case .passing: min(delays.firstRetry * (1 << min(failures - 1, 20)), delays.lastRetry)
        case .place: delays.placeRetry
        case .lasting: delays.lastingRetry
        }
    }

    private mutating func timerFired(at now: ContinuousClock.Instant) -> [Action] {
        if let retryTime, retryTime <= now { return run() }
        guard let time = captureTime, time <= now, !isRunning else { return setTimer() }
        guard retryTime != nil else { return run() }
        captureTime = nil
        firstCommit = nil
        return [.capture] + setTimer()
    }

    /// Begins a round, or has one follow the present one, which may have captured already.
    private mutating func run() -> [Action] {
        isRequested = isRunning
        guard !isRunning else { return [] }
        isRunning = true
        captureTime = nil
        firstCommit = nil
        retryTime = nil
        return [.run]
    }

    /// Sets the timer for the next thing to do, unless an earlier one will fire.
    private mutating func setTimer() -> [Action] {
        let times = [isRunning ? nil : captureTime, retryTime].compactMap { $0 }
        guard let next = times.min(), timers.allSatisfy({ next < $0 }) else { return [] }
        timers.insert(next)
        return [.setTimer(next)]
    }
}
