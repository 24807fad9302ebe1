// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite
internal import Foundation

/// Tokenizes strings outside of an index with a tokenizer of SQLite's full-text extension.
final class TextDivider {
    /// Receives the UTF-8 bytes of a token, which are valid during the call, and the bytes of the
    /// text from which it was made.
    typealias Receiver = (UnsafeRawBufferPointer, Range<Int>) -> Void

    private let tokenizer: fts5_tokenizer
    private let instance: OpaquePointer?

    /// Creates an instance of a tokenizer.
    init(_ name: String, arguments: [String] = [], in database: SQLiteDatabase) throws {
        let library = try database.fullTextLibrary
        var (tokenizer, context) = (fts5_tokenizer(), UnsafeMutableRawPointer?.none)
        let find = library.pointee.xFindTokenizer
        try database.check(find?(library, name, &context, &tokenizer) ?? SQLITE_ERROR)
        var instance: OpaquePointer?
        let code = SQLiteDatabase.withArguments(arguments) {
            tokenizer.xCreate?(context, $0, $1, &instance) ?? SQLITE_ERROR
        }
        try database.check(code)
        self.tokenizer = tokenizer
        self.instance = instance
    }

    deinit { tokenizer.xDelete?(instance) }

    /// Calls `receiver` for each token of a text, in order.
    ///
    /// - Throws: `SQLiteError` if there is not enough memory, or for a text of more than 2 GiB.
    func forEachToken(of text: UnsafeBufferPointer<UInt8>, _ receiver: Receiver) throws {
        guard let count = Int32(exactly: text.count) else {
            throw SQLiteError(SQLITE_TOOBIG, "the text is too long")
        }
        guard count > 0 else { return }
        let code = withoutActuallyEscaping(receiver) { receiver in
            withUnsafePointer(to: receiver) { receiver in
                text.withMemoryRebound(to: CChar.self) { characters in
                    tokenizer.xTokenize?(
                        instance,
                        UnsafeMutableRawPointer(mutating: receiver),
                        FTS5_TOKENIZE_AUX,
                        characters.baseAddress,
                        count,
                        { receiver, _, token, length, start, end in
                            guard let receiver else { return SQLITE_ERROR }
                            receiver.assumingMemoryBound(to: Receiver.self).pointee(
                                UnsafeRawBufferPointer(start: token, count: Int(length)),
                                Int(start)..<Int(end)
                            )
                            return SQLITE_OK
                        }
                    )
                }
            }
        }
        guard code == SQLITE_OK else { throw SQLiteError(code ?? SQLITE_ERROR, in: nil) }
    }
}

extension SQLiteDatabase {
    /// Calls `body` with an array of C strings, which is valid during the call, and its count.
    static func withArguments<R>(
        _ arguments: [String],
        _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32) -> R
    ) -> R {
        let texts = arguments.map { strdup($0) }
        defer { for text in texts { free(text) } }
        var pointers = texts.map { UnsafePointer<CChar>($0) }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress, Int32($0.count)) }
    }
}
