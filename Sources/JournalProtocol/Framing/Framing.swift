// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The form of messages in the byte stream of a connection.
package enum Framing: String, Sendable, CaseIterable, FieldValue {
    /// One JSON object per line.
    case lines
    /// A `Content-Length` header before each JSON object, as in the Language Server Protocol.
    case headers
    /// `[number, object]` on a line, as Vim's channels in JSON mode.
    case channel
}

extension Framing {
    /// Appends a message that was received in this form as it was received.
    ///
    /// - Parameters:
    ///   - message: The line without its end, or the body after a header.
    ///   - bytes: The input.
    package func appendReceived(_ message: [UInt8], to bytes: inout [UInt8]) {
        if self == .headers {
            append(message, to: &bytes)
        } else {
            bytes += message
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    /// Appends a message of the daemon in this form.
    ///
    /// - Parameters:
    ///   - message: The JSON text of a response or a notification.
    ///   - number: The number of the request in a response; 0 for other messages.
    ///   - bytes: The output.
    package func append(_ message: [UInt8], number: Int64 = 0, to bytes: inout [UInt8]) {
        switch self {
        case .lines:
            bytes += message
            bytes.append(UInt8(ascii: "\n"))
        case .headers:
            bytes += "Content-Length: \(message.count)\r\n\r\n".utf8
            bytes += message
        case .channel:
            bytes += "[\(number),".utf8
            bytes += message
            bytes += "]\n".utf8
        }
    }
}

/// An input after which the start of the next message is unknown, so that the connection must be
/// closed.
package enum FramingError: Error, Equatable {
    /// A message is longer than the limit in bytes.
    case tooLong(limit: Int)
    /// A header is malformed or lacks a length, as described.
    case invalidHeader(String)
}
