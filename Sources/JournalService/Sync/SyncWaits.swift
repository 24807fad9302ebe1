// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import Synchronization

/// The requests that wait for a hub, which may not respond: each of them ends in time.
final class SyncWaits: Sendable {
    private struct State {
        var ends: [Int: @Sendable (ProtocolError) -> Void] = [:]
        var lastNumber = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Runs a body and returns its value.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait; nil for no limit.
    ///   - body: The body, which continues if the wait ends before it.
    /// - Returns: The value.
    /// - Throws: The error of the body; another one if the task is cancelled, the time has passed,
    ///   or `close()` is called.
    func value<Value: Sendable>(
        within timeout: Duration? = nil,
        of body: @escaping @Sendable () async throws -> Value
    ) async throws(ProtocolError) -> Value {
        let wait = SyncWait<Value>()
        guard let number = add({ wait.end(.failure($0)) }) else { throw .daemonShuttingDown }
        defer { remove(number) }
        Task { wait.end(await Self.outcome(of: body)) }
        let timer = timeout.map { timeout in
            Task {
                guard (try? await Task.sleep(for: timeout)) != nil else { return }
                wait.end(.failure(.hubTimeout(timeout)))
            }
        }
        defer { timer?.cancel() }
        let outcome = await withTaskCancellationHandler {
            await wait.outcome()
        } onCancel: {
            wait.end(.failure(.requestCancelled))
        }
        return try outcome.get()
    }

    /// Ends all waits, also further ones, with an error.
    func close() {
        let ends = state.withLock { state in
            state.isClosed = true
            return Array(state.ends.values)
        }
        for end in ends { end(.daemonShuttingDown) }
    }

    private func add(_ end: @escaping @Sendable (ProtocolError) -> Void) -> Int? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastNumber += 1
            state.ends[state.lastNumber] = end
            return state.lastNumber
        }
    }

    private func remove(_ number: Int) { state.withLock { $0.ends[number] = nil } }

    private static func outcome<Value: Sendable>(
        of body: @Sendable () async throws -> Value
    ) async -> Result<Value, ProtocolError> {
        do {
            return .success(try await body())
        } catch {
            return .failure(ProtocolError(describing: error))
        }
    }
}

/// A wait that the first of several reasons ends.
private final class SyncWait<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, ProtocolError>

    private enum State {
        case begun
        case waiting(CheckedContinuation<Outcome, Never>)
        case ended(Outcome)
    }

    private let state = Mutex(State.begun)

    /// Waits for the end.
    func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let known: Outcome? = state.withLock { state in
                if case .ended(let outcome) = state { return outcome }
                state = .waiting(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Ends the wait, unless it has ended.
    func end(_ outcome: Outcome) {
        let continuation: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            switch state {
            case .ended: return nil
            case .begun:
                state = .ended(outcome)
                return nil
            case .waiting(let continuation):
                state = .ended(outcome)
                return continuation
            }
        }
        continuation?.resume(returning: outcome)
    }
}

extension ProtocolError {
    /// The error of a hub that does not respond.
    fileprivate static func hubTimeout(_ timeout: Duration) -> ProtocolError {
        ProtocolError(
            .syncOffline,
            "the exchange did not end within \(timeout.components.seconds) s; it continues in the "
                + "background"
        )
    }
}
