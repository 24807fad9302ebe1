// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol
internal import JournalSystem

/// The executable of the daemon, as a program that works on files of stores.
///
/// The client does not open stores, so it runs the commands of `journal-daemon` that do.
package struct StoreProgram {
    private let environment: Environment
    let executable: String
    /// The reservation with which the program changes a store; nil if it makes one itself.
    private var reservation: StoreReservation?

    /// Finds the executable.
    package init(environment: Environment) throws(ClientError) {
        guard let executable = InstallationProbe.local().daemonExecutable(environment) else {
            throw ClientError(
                .unavailable,
                "journal-daemon was not found next to journal or in PATH"
            )
        }
        self.environment = environment
        self.executable = executable
    }

    /// Returns the program with a reservation, which lasts until the program ends, also if this
    /// process is killed.
    func reserved(by reservation: StoreReservation) -> StoreProgram {
        var program = self
        program.reservation = reservation
        return program
    }

    /// Checks the file of a store.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - isQuick: Whether only the structure of the file is checked.
    ///   - isShared: Whether a daemon may have it open.
    ///   - passphrase: The passphrase with which encrypted values are checked; nil for none.
    ///   - waiting: Called several times in a second until the check ends.
    /// - Returns: The problems and what the store holds.
    /// - Throws: The reason why the file cannot be checked.
    package func check(
        _ path: String,
        isQuick: Bool = false,
        isShared: Bool = false,
        passphrase: String? = nil,
        waiting: () -> Void = {}
    ) throws(ClientError) -> StoreReport {
        var flags = (isQuick ? ["--quick"] : []) + (isShared ? ["--shared"] : [])
        if passphrase != nil { flags.append("--passphrase") }
        let input = passphrase.map { [$0] } ?? []
        return try run(["check"] + flags + ["--", path], input: input, waiting: waiting)
    }

    /// Puts a copy of a backup in the place of a store, which no daemon may have open.
    ///
    /// - Throws: The reason why the store was not replaced; `store.locked` if it is open.
    package func replace(
        _ store: String,
        byCopyOf backup: String
    ) throws(ClientError) -> StoreReplacement {
        try change("replace", arguments: ["--", store, backup])
    }

    /// Makes the damaged indexes of a store again, which no daemon may have open.
    ///
    /// - Returns: The result of a check afterwards.
    /// - Throws: The reason why the indexes cannot be made.
    package func rebuildIndex(_ path: String) throws(ClientError) -> StoreReport {
        try change("rebuild-index", arguments: ["--", path])
    }

    /// Encrypts a store that no daemon has open.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - passphrase: The passphrase.
    ///   - cost: The binary logarithm of the cost of scrypt; nil for the usual one.
    /// - Returns: Whether the store was encrypted already.
    /// - Throws: The reason why the store was not changed; `store.locked` if it is open.
    package func encrypt(
        _ path: String,
        passphrase: String,
        cost: Int?
    ) throws(ClientError) -> StoreConversion {
        try change("encrypt", arguments: Self.option(cost) + ["--", path], input: [passphrase])
    }

    /// Decrypts a store that no daemon has open.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - passphrase: The passphrase.
    ///   - skipsDamaged: Whether damaged values are omitted, and the encrypted store is kept.
    /// - Returns: What was damaged.
    /// - Throws: The reason why the store was not changed; `store.locked` if it is open.
    package func decrypt(
        _ path: String,
        passphrase: String,
        skipsDamaged: Bool = false
    ) throws(ClientError) -> StoreConversion {
        let flags = skipsDamaged ? ["--skip-damaged"] : []
        return try change("decrypt", arguments: flags + ["--", path], input: [passphrase])
    }

    /// Replaces the passphrase of a store, which no daemon may have open.
    ///
    /// - Throws: The reason why the store was not changed; `store.locked` if it is open.
    package func changePassphrase(
        of path: String,
        from former: String,
        to passphrase: String,
        cost: Int?
    ) throws(ClientError) -> StoreConversion {
        try change(
            "change-passphrase",
            arguments: Self.option(cost) + ["--", path],
            input: [former, passphrase]
        )
    }

    /// Checks the passphrase of a store, which a daemon may have open, and a new one for it.
    ///
    /// - Parameters:
    ///   - passphrase: The present passphrase.
    ///   - path: The absolute path of the file.
    ///   - new: The passphrase that replaces it; nil for none.
    ///   - cost: The binary logarithm of the cost of scrypt; nil for the usual one.
    /// - Throws: `encryption.passphrase` if it is wrong, `params.invalid` if the new one is too
    ///   short.
    package func check(
        passphrase: String,
        of path: String,
        replacedBy new: String? = nil,
        cost: Int? = nil
    ) throws(ClientError) {
        let _: Empty = try run(
            ["check-passphrase"] + Self.option(cost) + ["--", path],
            input: [passphrase] + (new.map { [$0] } ?? [])
        )
    }

    private static func option(_ cost: Int?) -> [String] { cost.map { ["--cost", "\($0)"] } ?? [] }

    /// Runs a command that changes a store, with the reservation.
    private func change<Result: JSONConvertible>(
        _ command: String,
        arguments: [String],
        input lines: [String] = []
    ) throws(ClientError) -> Result {
        let option =
            reservation == nil ? [] : ["--reservation", "\(Program.inheritedNumber)"]
        return try run([command] + option + arguments, input: lines)
    }

    /// Runs a command with lines as its standard input.
    private func run<Result: JSONConvertible>(
        _ arguments: [String],
        input lines: [String] = [],
        waiting: () -> Void = {}
    ) throws(ClientError) -> Result {
        var template = Array(((environment["TMPDIR"] ?? "/tmp") + "/journal.XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw ClientError(.file, "cannot create a temporary file: \(SystemError.last)")
        }
        defer { close(descriptor) }
        let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let output = String(decoding: bytes, as: UTF8.self)
        defer { unlink(output) }
        let input = try lines.isEmpty ? nil : Program.input(lines.map { $0 + "\n" }.joined())
        defer { if let input { close(input) } }
        let program = try Program.start(
            [executable] + arguments,
            variables: environment.variables,
            streams: .captured(output: output, input: input, inherited: reservation?.descriptor)
        )
        let outcome = program.wait(waiting)
        guard let json = try? JSON.parse(try FileSystem.read(output)) else {
            throw ClientError(
                .program,
                "\(executable) \(arguments[0]) failed: \(outcome)",
                advice: "Check that journal and journal-daemon have the same version."
            )
        }
        if let error = json["error"], let cause = try? ProtocolError(json: error) {
            throw ClientError(cause)
        }
        do {
            return try Result(json: json)
        } catch {
            throw ClientError(
                .malformedReply,
                "unexpected output of \(executable): \(error.message(root: "result"))"
            )
        }
    }
}
