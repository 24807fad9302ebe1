// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The tokenizer of full-text indexes, which adds the scripts without spaces to `unicode61`.
///
/// Each character of Chinese, Japanese, Korean, Thai, Lao, Burmese and Khmer is a token, and so is
/// each emoji; a word of these scripts in a query is therefore a phrase. All other text is passed
/// to `unicode61`. Punctuation and spaces between two such characters are a token too, because a
/// word does not extend beyond them; a line break is not, because text without spaces is broken
/// anywhere.
///
/// It has no arguments. Other words for a string are a new format of the store, and its upgrade
/// rebuilds the indexes.
final class TextTokenizer {
    /// The name in the definition of a full-text index.
    static let name = "swiftdata"

    /// SQLite's callback that receives a token, with its offsets in the text.
    typealias Receiver =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Int32

    /// The implementation of `unicode61`.
    private let words: fts5_tokenizer
    private let wordTokenizer: OpaquePointer?

    private init(_ words: fts5_tokenizer, wordTokenizer: OpaquePointer?) {
        self.words = words
        self.wordTokenizer = wordTokenizer
    }

    deinit { words.xDelete?(wordTokenizer) }

    // MARK: Installation

    /// Makes the tokenizer available to a connection; without it, the connection can neither search
    /// nor change an index.
    static func install(in database: SQLiteDatabase) throws {
        let library = try database.fullTextLibrary
        var callbacks = fts5_tokenizer(
            xCreate: { library, _, count, result in
                guard count == 0 else { return SQLITE_ERROR }
                return TextTokenizer.create(library, result: result)
            },
            xDelete: { tokenizer in
                guard let tokenizer else { return }
                Unmanaged<TextTokenizer>.fromOpaque(UnsafeRawPointer(tokenizer)).release()
            },
            xTokenize: { tokenizer, context, purpose, text, count, receiver in
                guard let tokenizer, let receiver, let text, count > 0 else { return SQLITE_OK }
                return Unmanaged<TextTokenizer>.fromOpaque(UnsafeRawPointer(tokenizer))
                    ._withUnsafeGuaranteedRef {
                        $0.tokenize(
                            text,
                            count: Int(count),
                            purpose: purpose,
                            context: context,
                            receiver
                        )
                    }
            }
        )
        let create = library.pointee.xCreateTokenizer
        try database.check(create?(library, name, library, &callbacks, nil) ?? SQLITE_ERROR)
    }

    private static func create(
        _ context: UnsafeMutableRawPointer?,
        result: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 {
        guard let library = context?.assumingMemoryBound(to: fts5_api.self) else {
            return SQLITE_ERROR
        }
        var (words, wordContext) = (fts5_tokenizer(), UnsafeMutableRawPointer?.none)
        let find = library.pointee.xFindTokenizer
        var code = find?(library, "unicode61", &wordContext, &words) ?? SQLITE_ERROR
        guard code == SQLITE_OK else { return code }
        var wordTokenizer: OpaquePointer?
        code = SQLiteDatabase.withArguments(wordArguments) {
            words.xCreate?(wordContext, $0, $1, &wordTokenizer) ?? SQLITE_ERROR
        }
        guard code == SQLITE_OK else { return code }
        let tokenizer = TextTokenizer(words, wordTokenizer: wordTokenizer)
        result?.pointee = OpaquePointer(Unmanaged.passRetained(tokenizer).toOpaque())
        return SQLITE_OK
    }

    /// The arguments of `unicode61`: words consist of letters, numbers and marks, and of the scalar
    /// that joins two.
    private static let wordArguments = [
        "remove_diacritics", "2", "categories", "L* N* Co M*", "separators",
        CombiningMark.separators, "tokenchars", "\u{200D}",
    ]

    // MARK: Tokens

    private func tokenize(
        _ text: UnsafePointer<CChar>,
        count: Int,
        purpose: Int32,
        context: UnsafeMutableRawPointer?,
        _ receiver: Receiver
    ) -> Int32 {
        let bytes = UnsafeRawBufferPointer(start: text, count: count)
            .assumingMemoryBound(to: UInt8.self)
        guard
            bytes.contains(where: { $0 >= BaseLetter.firstLeadByte })
                || Ligature.mayOccur(in: UnsafeRawBufferPointer(bytes))
        else {
            // Most strings in Latin script.
            return words.xTokenize?(
                wordTokenizer,
                context,
                purpose,
                text,
                Int32(count),
                receiver
            ) ?? SQLITE_ERROR
        }
        var segments = TextSegmenter(bytes)
        var tokens = TokenSequence(context, receiver)
        while let segment = segments.next() {
            let code =
                switch segment {
                case .spaced(let range): spaced(range, of: bytes, purpose: purpose, tokens: &tokens)
                case .fullWidth(let range):
                    fullWidth(range, of: bytes, purpose: purpose, tokens: &tokens)
                case .ideograph(let scalar, let range): tokens.sendIdeograph(scalar, range: range)
                case .symbol(let first, let second, let range):
                    tokens.sendSymbol(first, second, range: range)
                }
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    /// Passes text with spaces to `unicode61`.
    private func spaced(
        _ range: Range<Int>,
        of bytes: UnsafeBufferPointer<UInt8>,
        purpose: Int32,
        tokens: inout TokenSequence
    ) -> Int32 {
        let part = UnsafeBufferPointer(rebasing: bytes[range])
        let count = tokens.count
        let code = pass(part, purpose: purpose, to: &tokens, offset: range.lowerBound, width: 1)
        if tokens.count == count, isBoundary(part) { tokens.noteBoundary(range) }
        return code
    }

    /// Returns whether text without words ends the phrase of ideographs before it.
    ///
    /// A line break with indentation does not, and neither do scalars that select the form of the
    /// character before them.
    private func isBoundary(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        let isBroken = part.contains(0x0A)
        return String(decoding: part, as: UTF8.self).unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0A, 0x0D: false
            case 0x09, 0x20: !isBroken
            case 0...0x7F: true
            case 0x200B...0x200F, 0x2060...0x206F: false
            case 0x2000...0x205F, 0x3000...0x303F, 0xFF00...0xFF65: true
            // Full stops and other punctuation of Burmese and Khmer.
            case 0x104A...0x104B, 0x17D4...0x17D6, 0x17D8...0x17DA: true
            default: false
            }
        }
    }

    /// Passes letters and digits of full width to `unicode61` as ASCII.
    private func fullWidth(
        _ range: Range<Int>,
        of bytes: UnsafeBufferPointer<UInt8>,
        purpose: Int32,
        tokens: inout TokenSequence
    ) -> Int32 {
        // Of the three bytes of a scalar, the last two contain the number of the ASCII character.
        let ascii = stride(from: range.lowerBound, to: range.upperBound, by: 3).map { start in
            UInt8(truncatingIfNeeded: (bytes[start + 1] & 0x03) << 6 | bytes[start + 2] & 0x3F)
                &+ 0x20
        }
        return ascii.withUnsafeBufferPointer {
            pass($0, purpose: purpose, to: &tokens, offset: range.lowerBound, width: 3)
        }
    }

    private func pass(
        _ part: UnsafeBufferPointer<UInt8>,
        purpose: Int32,
        to tokens: inout TokenSequence,
        offset: Int,
        width: Int
    ) -> Int32 {
        tokens.offset = Int32(offset)
        tokens.width = Int32(width)
        return part.withMemoryRebound(to: CChar.self) { text in
            words.xTokenize?(
                wordTokenizer,
                &tokens,
                purpose,
                text.baseAddress,
                Int32(text.count),
                { context, flags, token, length, start, end in
                    guard let context else { return SQLITE_ERROR }
                    return context.assumingMemoryBound(to: TokenSequence.self).pointee
                        .sendWord(flags, token: token, length: length, start: start, end: end)
                }
            ) ?? SQLITE_ERROR
        }
    }
}

/// The tokens of one text, which are sent to SQLite in order.
private struct TokenSequence {
    private let context: UnsafeMutableRawPointer?
    private let receiver: TextTokenizer.Receiver
    /// The position in the text of the part that is being sent.
    var offset: Int32 = 0
    /// The number of bytes in the text for each byte of the part.
    var width: Int32 = 1
    /// The number of tokens that were sent.
    private(set) var count = 0
    private var followsIdeograph = false
    /// The punctuation after an ideograph.
    private var boundary: Range<Int>?

    init(_ context: UnsafeMutableRawPointer?, _ receiver: TextTokenizer.Receiver) {
        self.context = context
        self.receiver = receiver
    }

    mutating func sendWord(
        _ flags: Int32,
        token: UnsafePointer<CChar>?,
        length: Int32,
        start: Int32,
        end: Int32
    ) -> Int32 {
        let (start, end) = (offset + start * width, offset + end * width)
        let word = UnsafeRawBufferPointer(start: token, count: Int(length))
        guard CombiningMark.mayOccur(in: word) else {
            return sendLetters(flags, word: word, start: start, end: end)
        }
        return CombiningMark.withoutIgnoredMarks(of: word) {
            sendLetters(flags, word: $0, start: start, end: end)
        }
    }

    private mutating func sendLetters(
        _ flags: Int32,
        word: UnsafeRawBufferPointer,
        start: Int32,
        end: Int32
    ) -> Int32 {
        guard BaseLetter.mayHaveDiacritics(word) else {
            return sendSeparated(flags, word: word, start: start, end: end)
        }
        return BaseLetter.withBases(of: word) {
            sendSeparated(flags, word: UnsafeRawBufferPointer($0), start: start, end: end)
        }
    }

    private mutating func sendSeparated(
        _ flags: Int32,
        word: UnsafeRawBufferPointer,
        start: Int32,
        end: Int32
    ) -> Int32 {
        guard Ligature.mayOccur(in: word) else {
            return word.withMemoryRebound(to: CChar.self) {
                send(flags, word: $0, start: start, end: end)
            }
        }
        return Ligature.withLetters(of: word) { send(flags, word: $0, start: start, end: end) }
    }

    private mutating func send(
        _ flags: Int32,
        word: UnsafeBufferPointer<CChar>,
        start: Int32,
        end: Int32
    ) -> Int32 {
        // Marks without a letter are no word.
        guard !word.isEmpty else { return SQLITE_OK }
        endIdeographs()
        count += 1
        return receiver(context, flags, word.baseAddress, Int32(word.count), start, end)
    }

    mutating func sendIdeograph(_ scalar: Unicode.Scalar, range: Range<Int>) -> Int32 {
        if let boundary {
            let code = send(UTF8.encode("\u{3002}"), nil, range: boundary)
            guard code == SQLITE_OK else { return code }
        }
        endIdeographs()
        followsIdeograph = true
        return send(UTF8.encode(scalar), nil, range: range)
    }

    mutating func sendSymbol(
        _ first: Unicode.Scalar,
        _ second: Unicode.Scalar?,
        range: Range<Int>
    ) -> Int32 {
        endIdeographs()
        return send(UTF8.encode(first), second.flatMap(UTF8.encode), range: range)
    }

    /// Notes that the text has punctuation, which is a token if it is between ideographs.
    mutating func noteBoundary(_ range: Range<Int>) {
        if followsIdeograph { boundary = range }
    }

    private mutating func endIdeographs() {
        followsIdeograph = false
        boundary = nil
    }

    private mutating func send(
        _ first: UTF8.EncodedScalar?,
        _ second: UTF8.EncodedScalar?,
        range: Range<Int>
    ) -> Int32 {
        count += 1
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8) { token in
            var length = 0
            for byte in [first, second].compactMap({ $0 }).joined() {
                token.initializeElement(at: length, to: CChar(bitPattern: byte))
                length += 1
            }
            return receiver(
                context,
                0,
                token.baseAddress,
                Int32(length),
                Int32(range.lowerBound),
                Int32(range.upperBound)
            )
        }
    }
}

extension SQLiteDatabase {
    /// Tokenizes strings as the full-text indexes do.
    var textDivider: TextDivider {
        get throws {
            if let cachedTextDivider { return cachedTextDivider }
            let divider = try TextDivider(TextTokenizer.name, in: self)
            cachedTextDivider = divider
            return divider
        }
    }
}
