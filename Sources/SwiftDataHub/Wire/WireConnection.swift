// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The connection to a hub in another process, which it closes in the end.
package final class WireConnection {
    let channel: WireChannel
    /// The name of the hub in messages.
    let name: String
    private let descriptors: [Int32]
    private let process: ChildProcess?

    /// Starts a program that serves a hub on its standard input and output.
    ///
    /// - Parameters:
    ///   - arguments: The program, which is looked up on `PATH`, and its arguments. No shell
    ///     interprets them.
    ///   - variables: The environment variables to add to the environment of this process, such as
    ///     an address with a password, which other users must not see.
    ///   - name: The name of the hub in messages.
    ///   - timeout: The time after which a call fails that does not continue.
    /// - Throws: `HubError` if the program cannot be started.
    package init(
        starting arguments: [String],
        variables: [String: String] = [:],
        name: String,
        timeout: Duration = .seconds(30)
    ) throws(HubError) {
        let process = try ChildProcess(arguments, variables: variables)
        self.process = process
        self.name = name
        descriptors = []
        channel = WireChannel(
            input: process.descriptor,
            output: process.descriptor,
            diagnostics: process.diagnostics,
            timeout: timeout
        )
    }

    /// Connects to a program that serves a hub on a socket.
    package init(socket path: String, timeout: Duration = .seconds(30)) throws(HubError) {
        let descriptor = try UnixSocket.connect(to: path)
        process = nil
        name = path
        descriptors = [descriptor]
        channel = WireChannel(input: descriptor, output: descriptor, timeout: timeout)
    }

    /// Uses descriptors, and closes them in the end.
    init(input: Int32, output: Int32, name: String, timeout: Duration) {
        process = nil
        self.name = name
        descriptors = Array(Set([input, output]))
        channel = WireChannel(input: input, output: output, timeout: timeout)
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    /// Returns the error for the end of the communication, with what the process wrote for people.
    func error(_ failure: WireChannel.Failure) -> HubError {
        channel.readDiagnostics(upTo: 16)
        let problem =
            switch failure {
            case .closed: "the connection to \(name) was closed"
            case .timeout: "\(name) does not respond"
            case .system(let number): "cannot reach \(name): \(String(cString: strerror(number)))"
            }
        let lines = String(decoding: channel.messages, as: UTF8.self).split(separator: "\n")
            .suffix(3).map { $0.filter { !$0.isControl } }
        let details = lines.isEmpty ? "" : " (\(lines.joined(separator: "; ")))"
        return HubError(.unreachable, message: "\(problem)\(details); check the connection")
    }
}

extension Character {
    /// Whether the character could control a terminal.
    var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
