// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// The content of standard input, and the reason if it was not read to its end.
struct StandardInput {
    /// The maximum number of bytes to read, which fits into memory.
    static let limit = 16 << 20
    private static let pieceLength = 1 << 16

    /// The bytes that were read.
    private(set) var bytes: [UInt8] = []
    /// The reason why the input may be incomplete, or `nil`.
    private(set) var problem: ClientError?

    /// Reads a descriptor to its end, up to a limit, or until a signal ends the command.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - limit: The maximum number of bytes.
    init(descriptor: Int32 = 0, limit: Int = Self.limit) {
        do throws(SystemError) {
            var isComplete = false
            while !isComplete, bytes.count <= limit, !Interruption.isRequested {
                guard DescriptorIO.waitForInput(descriptor) else { continue }
                let piece = try DescriptorIO.read(descriptor, upTo: Self.pieceLength)
                bytes += piece
                isComplete = piece.isEmpty
            }
        } catch {
            problem = ClientError(.input, "cannot read standard input: \(error)")
        }
        // A signal of the terminal also ends the program that writes to the pipe.
        if Interruption.isRequested {
            problem = Interruption.error("nothing was written")
        } else if bytes.count > limit {
            let message = "standard input has more than \(limit) bytes; nothing was written"
            problem = ClientError(ProtocolError(.entryTooLarge, message))
                .adding("A text has at most \(Limits.entryText) bytes.")
        }
    }
}
