// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem
import Testing

/// Conversions of the store while clients are open.
struct ConversionTests {
    private static let isLong = ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil

    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// Each conversion in turn.
    private static let conversions: [(arguments: [String], input: String)] = [
        (["encrypt", "--cost", "10"], "first five words of mine\n"),
        (
            ["encrypt", "--change-passphrase", "--cost", "10"],
            "first five words of mine\nother five words of mine\n"
        ),
        (["decrypt"], "other five words of mine\n"),
        (["encrypt", "--cost", "10"], "other five words of mine\n"),
    ]

    @Test func openClientsWaitAndContinue() throws {
        let clients = try OpenClients(bed)
        defer { clients.close() }
        for conversion in Self.conversions {
            try clients.waitForEntries(2)
            let result = try bed.start(conversion.arguments, input: conversion.input).wait()
            #expect(result.status == 0, "\(conversion.arguments) \(result.errors)")
            #expect(!result.output.contains("journal unlock"), "\(result.output)")
        }
        try clients.waitForEntries(2)
        let written = try clients.stopWriting()
        #expect(written.allSatisfy { $0.status == 0 }, "\(written.compactMap(\.error))")
        try clients.requireAll(written.map(\.text))
        #expect(!FileManager.default.fileExists(atPath: bed.state + "/undelivered"))
        // The connections did not even end.
        #expect(clients.watch.errors.isEmpty, "\(clients.watch.errors)")
        #expect(clients.listFaults.isEmpty)
    }

    @Test func backupIsRestoredWhileClientsAreOpen() throws {
        try bed.journal("new", "in the backup")
        let backup = bed.root + "/backup"
        #expect(try bed.journal("backup", backup).status == 0)
        let clients = try OpenClients(bed)
        defer { clients.close() }
        for _ in 1...2 {
            try clients.waitForEntries(2)
            let result = try bed.journal("restore-backup", backup, "--yes")
            #expect(result.status == 0, "\(result.errors)")
        }
        try clients.waitForEntries(2)
        let written = try clients.stopWriting()
        #expect(written.allSatisfy { $0.status == 0 }, "\(written.compactMap(\.error))")
        #expect(clients.watch.poll() == nil, "\(clients.watch.errors)")
        #expect(clients.watch.output.contains("reset"))
        let list = try bed.journal("list", "--all").output
        #expect(written.last.map { list.contains($0.text) } == true)
    }

    /// Kills one of the processes with each conversion at a random moment.
    @Test(arguments: [UInt64(1)])
    func killedConversionLeavesOneOfTheStores(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let passphrase = "first five words of mine\n"
        let clients = try OpenClients(bed)
        defer { clients.close() }
        var isEncrypted = false
        for _ in 1...(Self.isLong ? 50 : 4) {
            try clients.waitForEntries(1)
            let arguments = isEncrypted ? ["decrypt"] : ["encrypt", "--cost", "10"]
            let conversion = try bed.start(arguments, input: passphrase)
            try kill(conversion, random.number(0..<3), after: random.number(0..<1500))
            _ = try conversion.wait()
            isEncrypted = try makeUsable(passphrase)
            let list = try bed.journal("list", "--count")
            #expect(list.status == 0, "\(list.errors)")
        }
        let written = try clients.stopWriting()
        #expect(try bed.journal("new", "--deliver").status == 0)
        try clients.requireAll(written.map(\.text))
        clients.close()
        clients.watch.send(SIGKILL)
        _ = try clients.watch.wait()
        // A client that has not ended yet can start the next daemon.
        let check = try eventually("a store without a daemon") {
            try bed.journal("daemon", "stop")
            let check = try bed.run([Built.daemon, "check", bed.store])
            return check.output.contains("store.locked") ? nil : check
        }
        #expect(check.output.hasPrefix("{\"intact\":true"), "\(check.output)")
    }

    /// Kills the command, the program that changes the store, or the daemon.
    private func kill(_ conversion: ChildProcess, _ victim: Int, after milliseconds: Int) throws {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while conversion.poll() == nil, ContinuousClock.now < end { poll(nil, 0, 1) }
        switch victim {
        case 0: conversion.send(SIGKILL)
        case 1: bed.daemons.forEach { Glibc.kill($0, SIGKILL) }
        default: bed.converters.forEach { Glibc.kill($0, SIGKILL) }
        }
    }

    /// Waits for the store, and unlocks it if it is encrypted; returns whether it is.
    private func makeUsable(_ passphrase: String) throws -> Bool {
        let status = try bed.journal("status", "--json")
        #expect(status.status == 0, "\(status.errors)")
        let json = try JSON.parse(status.line)
        if json["locked"] == true {
            let unlocked = try bed.journal("unlock", input: passphrase)
            #expect(unlocked.status == 0, "\(unlocked.errors)")
        }
        return json["encrypted"] == true
    }

    @Test func storeThatAnotherProgramChangesIsNotChanged() throws {
        try bed.journal("new", "one")
        let reservation = try #require(try StoreReservation.acquire(for: bed.store))
        let reason = "\(bed.store) is being changed by process \(getpid())"
        let input = "first five words of mine\n"
        let command = try bed.journal("encrypt", "--cost", "10", input: input)
        #expect(command.status == 75)
        #expect(command.errors.contains(reason), "\(command.errors)")
        let program = try bed.run([Built.daemon, "rebuild-index", bed.store])
        #expect(program.output.contains(reason), "\(program.output)")
        let doctor = try bed.journal("doctor")
        #expect(doctor.status == 0, "\(doctor.output)")
        reservation.release()
        #expect(try bed.journal("list", "--count").line == "1")
    }

    @Test func textsThatWereNotDeliveredAreNamed() throws {
        try bed.journal("new", "undelivered text", "--no-start")
        let names = FileSystem.names(in: bed.state + "/undelivered")
        #expect(names.count == 1)
        let result = try bed.journal(
            "encrypt",
            "--cost",
            "10",
            input: "first five words of mine\n"
        )
        #expect(result.status == 0, "\(result.errors)")
        let path = "\(bed.state)/undelivered/\(names.first ?? "")"
        #expect(result.lines.contains("  " + path), "\(result.output)")
    }
}

extension TestBed {
    /// The programs that change the store.
    fileprivate var converters: [pid_t] {
        FileSystem.names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
            guard let line = try? FileSystem.read("/proc/\(pid)/cmdline") else { return false }
            let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return words.first?.hasSuffix("journal-daemon") == true && words.contains(store)
                && words.contains("--reservation")
        }
    }
}
