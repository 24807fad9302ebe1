// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import ArgumentParser
import JournalProtocol
import JournalSystem

/// A command that changes the file of a store as a whole, for which the store is reserved.
protocol FileChangeCommand: FileCommand {
    var reservation: ReservationOption { get }
    /// The path of the store, as given.
    var changedFile: String { get }

    func change(_ path: String) throws -> Result
}

extension FileChangeCommand {
    func result() throws -> Result {
        let path = try Self.absolute(changedFile)
        let own = try reservation.acquire(for: path)
        defer { own?.release() }
        return try change(path)
    }
}

/// The reservation of the program that runs the command.
struct ReservationOption: ParsableArguments {
    @Option(
        name: .customLong("reservation"),
        help: ArgumentHelp(
            "The descriptor of a reservation of the store (default: reserve it).",
            valueName: "number"
        )
    )
    var descriptor: Int32?

    /// Reserves a store, unless that was done.
    ///
    /// - Returns: The reservation; `nil` if another process holds it, or if no file can be created
    ///   in the folder of the store; the change then reports the reason.
    /// - Throws: `store.locked` if the store is reserved for another program.
    func acquire(for path: String) throws(ProtocolError) -> StoreReservation? {
        if let descriptor {
            guard StoreReservation.isDescriptor(descriptor, of: path) else {
                throw ProtocolError(
                    .paramsInvalid,
                    "descriptor \(descriptor) is not a reservation of \(path)"
                )
            }
            return nil
        }
        let reservation: StoreReservation?
        do throws(SystemError) {
            reservation = try StoreReservation.acquire(for: path)
        } catch {
            return nil
        }
        guard let reservation else { throw .storeIsBeingChanged(path) }
        return reservation
    }
}
