// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalClient
import JournalProtocol
import Testing

/// The passphrase in the memory of a daemon that has used it.
struct PassphraseMemoryTests {
    /// One that fits into a Swift string without memory of its own, a longer one, and one that is
    /// normalized.
    private static let passphrases = [
        "qzx7 words", "qzxv five words of your own", "q\u{FC}zxv f\u{FC}nf W\u{F6}rter von mir",
    ]

    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// The number of places in the writable memory of a process that contain a text; nil if the
    /// memory cannot be read.
    private func count(of text: String, in process: pid_t) throws -> Int? {
        guard let memory = FileHandle(forReadingAtPath: "/proc/\(process)/mem") else { return nil }
        defer { try? memory.close() }
        let maps = String(decoding: try FileSystem.read("/proc/\(process)/maps"), as: UTF8.self)
        var count = 0
        var size = 0
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 1, fields[1].hasPrefix("rw") else { continue }
            let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard bounds.count == 2, (try? memory.seek(toOffset: bounds[0])) != nil,
                let content = try? memory.read(upToCount: Int(bounds[1] - bounds[0]))
            else { continue }
            size += content.count
            count += Self.count(of: Array(text.utf8), in: content)
        }
        try #require(size > 1 << 20, "hardly any memory of the process can be read")
        return count
    }

    /// Searches with the C library, because there are hundreds of megabytes.
    private static func count(of text: [UInt8], in content: Data) -> Int {
        content.withUnsafeBytes { bytes in
            guard var place = bytes.baseAddress, let first = text.first else { return 0 }
            var count = 0
            let end = place + bytes.count
            while let found = memchr(place, Int32(first), end - place) {
                place = UnsafeRawPointer(found) + 1
                guard end - place >= text.count else { break }
                if memcmp(found, text, text.count) == 0 { count += 1 }
            }
            return count
        }
    }

    @Test(arguments: passphrases) func passphraseIsOverwritten(passphrase: String) throws {
        try bed.journal("new", "an entry that stays in memory")
        let input = passphrase + "\n"
        let result = try bed.journal("encrypt", "--cost", "10", "--no-start", input: input)
        #expect(result.status == 0, "\(result.errors)")
        // The daemon of before has the passphrase.
        try bed.journal("daemon", "stop")
        let daemon = try bed.serve()
        let wrong = "another " + passphrase
        #expect(try bed.journal("unlock", input: wrong + "\n").status == 77)
        #expect(try bed.journal("unlock", input: input).lines == ["unlocked"])
        #expect(try bed.journal("list").lines.count == 1)
        // Also one that a client sends although it is not needed, in parts.
        let wire = try bed.connect()
        let request = #"{"jsonrpc":"2.0","id":1,"method":"store.unlock","params":{"passphrase":""#
        for part in [request, passphrase, "\"}}\n"] { try wire.send(Array(part.utf8)) }
        #expect(try wire.message()?["result"] != nil)
        // And in requests that do not end.
        for start in ["", "Content-Length: 4000\r\n\r\n", "[1,"] {
            let peer = try bed.connect()
            try peer.send(Array((start + request + passphrase).utf8))
            peer.finishSending()
            while try peer.line() != nil {}
        }
        guard let found = try count(of: passphrase, in: daemon.pid) else { return }
        #expect(found == 0)
        #expect(daemon.poll() == nil)
    }

    @Test func passphraseOfEncryptIsOverwritten() throws {
        let passphrase = Self.passphrases[1]
        try bed.journal("new", "one")
        let result = try bed.journal("encrypt", "--cost", "10", input: passphrase + "\n")
        #expect(result.status == 0, "\(result.errors)")
        let wire = try bed.connect()
        let process = try #require(try wire.call("status")["pid"]?.integerValue)
        #expect(try wire.call("status")["locked"] == nil)
        guard let found = try count(of: passphrase, in: pid_t(process)) else { return }
        #expect(found == 0)
    }
}
