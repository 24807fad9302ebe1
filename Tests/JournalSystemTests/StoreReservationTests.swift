// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import Testing

@testable import JournalSystem

struct StoreReservationTests {
    @Test func storeIsReservedOnceAndUnderEachOfItsNames() throws {
        let folder = try TemporaryFolder()
        let (store, link) = (folder.path + "/a.store", folder.path + "/link")
        #expect(symlink(store, link) == 0)
        #expect(!StoreReservation.isHeld(for: store))
        let reservation = try #require(try StoreReservation.acquire(for: store))
        #expect(StoreReservation.isHeld(for: store))
        #expect(StoreReservation.holder(for: store) == getpid())
        #expect(try StoreReservation.acquire(for: store) == nil)
        close(open(store, O_CREAT | O_WRONLY, 0o600))
        #expect(StoreReservation.isHeld(for: link))
        #expect(try StoreReservation.acquire(for: link) == nil)
        reservation.release()
        #expect(!StoreReservation.isHeld(for: store))
    }

    @Test func descriptorKeepsAReservation() throws {
        let folder = try TemporaryFolder()
        let store = folder.path + "/a.store"
        let reservation = try #require(try StoreReservation.acquire(for: store))
        #expect(StoreReservation.isDescriptor(reservation.descriptor, of: store))
        #expect(!StoreReservation.isDescriptor(0, of: store))
        #expect(!StoreReservation.isDescriptor(-1, of: store))
        reservation.release()
    }

    @Test func stampChangesWithTheFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a"
        #expect(FileStamp(path: path) == nil)
        let file = open(path, O_CREAT | O_RDWR, 0o600)
        defer { close(file) }
        let empty = try #require(FileStamp(path: path))
        #expect(FileStamp(path: path) == empty)
        #expect(write(file, "x", 1) == 1)
        #expect(FileStamp(path: path) != empty)
    }

    @Test(
        arguments: [
            (["--socket", "/a/s"], "/a/s"), (["--socket=/a/s", "--in-memory"], "/a/s"),
            (["--idle-exit", "600"], nil), (["--socket"], nil), ([], nil),
        ] as [([String], String?)]
    )
    func socketOfADaemonIsThatOfItsArguments(arguments: [String], socket: String?) {
        let daemon = DaemonProcess(number: 7, program: "journal-daemon", arguments: arguments)
        #expect(daemon.socket == socket)
        #expect(daemon.isDaemon)
        let stop = "journal daemon stop" + (socket.map { " --socket \($0)" } ?? "")
        #expect(daemon.advice.contains(stop))
    }

    @Test(arguments: [("journal-daemon", ["check", "/a/file"]), ("sqlite3", ["/a/file"])])
    func otherProgramsAreNotStopped(program: String, arguments: [String]) {
        let process = DaemonProcess(number: 7, program: program, arguments: arguments)
        #expect(!process.isDaemon)
        #expect(process.advice == "Wait until process 7 (\(program)) has ended.")
    }

    @Test func ownProcessIsDescribed() throws {
        let process = try #require(DaemonProcess(number: getpid()))
        #expect(!process.program.isEmpty)
        #expect(DaemonProcess(number: -1) == nil)
    }
}
