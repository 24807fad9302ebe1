// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol

/// A process of the daemon's executable that decrypts single values of a store.
package final class ValueOpener {
    private let program: Program
    private let input: Int32
    private let output: Int32
    private var received: [UInt8] = []
    /// The failure of the process, after which no value can be decrypted; nil if there was none.
    package private(set) var failure: ClientError?

    private init(_ program: Program, input: Int32, output: Int32) {
        self.program = program
        self.input = input
        self.output = output
    }

    deinit {
        // The process ends with its input.
        close(input)
        close(output)
        _ = program.wait()
    }

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - record: The record of the key in the store.
    ///   - passphrase: The passphrase.
    ///   - environment: The environment, in which the executable is found.
    /// - Returns: The process with the key.
    /// - Throws: `encryption.passphrase` if the passphrase is wrong.
    package static func start(
        record: String,
        passphrase: String,
        environment: Environment
    ) throws(ClientError) -> ValueOpener {
        let executable = try StoreProgram(environment: environment).executable
        let requests = try Program.makePipe()
        let replies = try Program.makePipe()
        defer {
            close(requests.reading)
            close(replies.writing)
        }
        // A write to a process that has exited then fails instead of raising the signal.
        signal(SIGPIPE, SIG_IGN)
        let program = try Program.start(
            [executable, "open-values"],
            variables: environment.variables,
            streams: .connected(input: requests.reading, output: replies.writing)
        )
        let opener = ValueOpener(program, input: requests.writing, output: replies.reading)
        let lines = [record, passphrase].map { $0 + "\n" }.joined()
        let reply = try opener.exchange(Array(lines.utf8))
        if let error = reply["error"], let cause = try? ProtocolError(json: error) {
            throw ClientError(cause)
        }
        return opener
    }

    /// Decrypts a value; a damaged one, or any after a failure, has an empty reply.
    package func open(_ request: SealedValueRequest) -> SealedValueReply {
        guard failure == nil else { return SealedValueReply() }
        do throws(ClientError) {
            let reply = try exchange(request.json.serialized() + [0x0A])
            guard let value = try? SealedValueReply(json: reply) else { throw Self.broken }
            return value
        } catch {
            failure = error
            return SealedValueReply()
        }
    }

    /// Sends lines and returns the reply to them.
    private func exchange(_ lines: [UInt8]) throws(ClientError) -> JSON {
        guard FileSystem.write(lines, descriptor: input) else { throw Self.broken }
        var searched = 0
        while true {
            if let end = received[searched...].firstIndex(of: 0x0A) {
                let line = Array(received[..<end])
                received.removeFirst(end + 1)
                guard let json = try? JSON.parse(line) else { throw Self.broken }
                return json
            }
            searched = received.count
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.broken }
            received += buffer[..<count]
        }
    }

    private static var broken: ClientError {
        ClientError(
            .program,
            "journal-daemon open-values failed",
            advice: "Check that journal and journal-daemon have the same version."
        )
    }
}
