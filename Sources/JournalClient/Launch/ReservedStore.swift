// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalSystem

/// A store file that this process replaces or rewrites.
///
/// It is reserved from before the daemon closes it until a daemon may open it again. A daemon that
/// starts in the meantime waits, and with it its clients.
package struct ReservedStore {
    /// The time that a daemon has to complete its requests and to close the store.
    private static let closingTime = Duration.seconds(30)
    /// The time that a daemon has that was about to open the store when it was reserved.
    private static let openingTime = Duration.seconds(2)
    /// The number of daemons that may have been about to open the store.
    private static let attempts = 5

    private let path: String
    private let control: DaemonControl
    private let program: StoreProgram

    /// Reserves a store while a closure changes it.
    ///
    /// - Parameters:
    ///   - path: The path of the store; its folder is created if necessary.
    ///   - control: The control of the daemon.
    ///   - program: The program that changes the file.
    ///   - body: Changes the store.
    /// - Returns: The result of the body.
    /// - Throws: `store.locked` if another process has reserved the store; the error of the body.
    package static func with<Result>(
        _ path: String,
        control: DaemonControl,
        program: StoreProgram,
        _ body: (ReservedStore) throws(ClientError) -> Result
    ) throws(ClientError) -> Result {
        let reservation = try reserve(path)
        defer { reservation.release() }
        let store = ReservedStore(
            path: path,
            control: control,
            program: program.reserved(by: reservation)
        )
        return try body(store)
    }

    private static func reserve(_ path: String) throws(ClientError) -> StoreReservation {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try FileSystem.makeDirectory(String(path[..<slash]))
        }
        let reservation: StoreReservation?
        do throws(SystemError) {
            reservation = try StoreReservation.acquire(for: path)
        } catch {
            throw ClientError(.file, "cannot reserve \(path): \(error)")
        }
        guard let reservation else { throw ClientError(.storeIsBeingChanged(path)) }
        return reservation
    }

    /// Has the daemon close the store, and changes it.
    ///
    /// - Parameter change: Runs the program.
    /// - Returns: The result of the change.
    /// - Throws: The error of the change; `store.locked` if a daemon of another socket has the
    ///   store open.
    package func change<Result>(
        _ change: (StoreProgram) throws(ClientError) -> Result
    ) throws(ClientError) -> Result {
        var attempt = 1
        while true {
            let lock = StorePath.lock(of: path)
            try waitUntilClosed(lock)
            do throws(ClientError) {
                return try change(program)
            } catch  where error.cause?.kind == .storeLocked && attempt < Self.attempts {
                guard !FileLock.isHeld(lock) else { throw explained(error) }
                attempt += 1
            }
        }
    }

    /// Has the daemon close the store, and waits until it has.
    private func waitUntilClosed(_ lock: String) throws(ClientError) {
        var hasDaemon = try control.release()
        var deadline = Deadline.after(hasDaemon ? Self.closingTime : Self.openingTime)
        while FileLock.isHeld(lock), !deadline.isOver {
            deadline.pause(milliseconds: 10)
            // A daemon listens only after it has opened the store.
            if !hasDaemon, FileLock.isHeld(lock), try control.release() {
                hasDaemon = true
                deadline = .after(Self.closingTime)
            }
        }
    }

    /// Has a daemon that waits for the store unlock it with a passphrase, once it is not reserved
    /// any more; starts one with a client.
    ///
    /// - Throws: An error if there is no daemon, or if it does not respond.
    package func unlock(
        _ passphrase: String,
        startingWith client: JournalClient
    ) throws(ClientError) {
        // Connections of before wait for the store.
        client.disconnect()
        defer { client.disconnect() }
        _ = try client.call(StoreRelease(passphrase: passphrase))
    }

    /// Returns the error of a store that a daemon of another socket has open, with what to do.
    private func explained(_ error: ClientError) -> ClientError {
        DaemonProcess.holder(ofStore: path).map { error.adding($0.advice) } ?? error
    }
}

extension ClientError {
    /// Returns the failure of a change to a store, which says that the store is as it was.
    ///
    /// After a program that ended without a result, that is not known: it may have been killed once
    /// it had replaced the file.
    package func addingThatNothingChanged() -> ClientError {
        guard code != .program, code != .malformedReply else {
            return adding("The store is either as it was or changed as a whole.")
        }
        return adding("The store was not changed.")
    }
}
