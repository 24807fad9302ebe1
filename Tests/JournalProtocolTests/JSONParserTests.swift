// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct JSONParserTests {
    @Test(
        arguments: [
            ("null", JSON.null), (" true ", true), ("false", false), ("0", 0), ("-0", 0),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)),
            ("1e3", .number(1000)), ("1E-2", .number(0.01)), ("\"\"", ""), ("[]", []), ("{}", [:]),
            ("[1, 2,[3]]", [1, 2, [3]]), ("{\"a\":{\"b\":[null]}}", ["a": ["b": [.null]]]),
            ("\"na\u{EF}ve \u{1F600}\"", "na\u{EF}ve \u{1F600}"),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9""#, "A\u{E9}"),
            (#""\uD83D\uDE00x""#, "\u{1F600}x"), (#""\u0000""#, "\u{0}"),
            ("\t[ ]\r\n", []),
        ] as [(String, JSON)]
    )
    func validTextsAreParsed(text: String, value: JSON) throws {
        #expect(try JSON.parse(Array(text.utf8)) == value)
    }

    @Test(
        arguments: [
            ("", JSONError(.unexpectedEnd, at: 0)), ("  ", JSONError(.unexpectedEnd, at: 2)),
            ("[", JSONError(.unexpectedEnd, at: 1)), ("[1", JSONError(.unexpectedEnd, at: 2)),
            ("[1,]", JSONError(.unexpectedByte(0x5D), at: 3)),
            ("{\"a\"}", JSONError(.unexpectedByte(0x7D), at: 4)),
            ("{\"a\":1,}", JSONError(.unexpectedByte(0x7D), at: 7)),
            ("{a:1}", JSONError(.unexpectedByte(0x61), at: 1)),
            ("tru", JSONError(.unexpectedEnd, at: 3)),
            ("trux", JSONError(.unexpectedByte(0x78), at: 3)),
            ("nan", JSONError(.unexpectedByte(0x61), at: 1)),
            ("01", JSONError(.invalidNumber, at: 0)),
            ("-", JSONError(.invalidNumber, at: 0)), ("-01", JSONError(.invalidNumber, at: 0)),
            ("1.", JSONError(.invalidNumber, at: 0)), ("[1e]", JSONError(.invalidNumber, at: 1)),
            (".5", JSONError(.unexpectedByte(0x2E), at: 0)),
            ("1e999", JSONError(.numberOutOfRange, at: 0)),
            ("\"a", JSONError(.unexpectedEnd, at: 2)), ("\"\\", JSONError(.unexpectedEnd, at: 2)),
            ("\"\\x\"", JSONError(.invalidEscape, at: 1)),
            ("\"\\u12g4\"", JSONError(.invalidEscape, at: 1)),
            ("\"\\u12", JSONError(.unexpectedEnd, at: 5)),
            ("\"\\ud800\"", JSONError(.loneSurrogate, at: 1)),
            ("\"\\ud800\\u0041\"", JSONError(.loneSurrogate, at: 1)),
            ("\"\\udc00\"", JSONError(.loneSurrogate, at: 1)),
            ("\"a\nb\"", JSONError(.controlCharacter, at: 2)),
            ("{\"a\":1,\"a\":2}", JSONError(.duplicateKey("a"), at: 7)),
            ("1 2", JSONError(.trailingBytes, at: 2)), ("{}]", JSONError(.trailingBytes, at: 2)),
            ("\u{FEFF}{}", JSONError(.unexpectedByte(0xEF), at: 0)),
        ] as [(String, JSONError)]
    )
    func syntaxErrorsReportTheFirstOffset(text: String, error: JSONError) {
        #expect(throws: error) { try JSON.parse(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            ([0x22, 0xFF, 0x22], 1), ([0x22, 0x61, 0xC3, 0x22], 2), ([0xFF], 0),
            ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
            ([0x22, 0x5C, 0x6E, 0xFF, 0x22], 3), ([0x7B, 0xFE, 0x7D], 1),
        ] as [([UInt8], Int)]
    )
    func invalidUTF8ReportsItsOffset(bytes: [UInt8], offset: Int) {
        #expect(throws: JSONError(.invalidUTF8, at: offset)) { try JSON.parse(bytes) }
    }

    @Test func nestingIsLimited() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSON.parse(Array(deepest.utf8)) }
        let tooDeep = String(repeating: "[{\"a\":", count: 500_000)
        #expect(throws: JSONError(.tooDeep(limit: 64), at: 6 * 32)) {
            try JSON.parse(Array(tooDeep.utf8))
        }
    }

    @Test func duplicateMemberIsDetectedInLargeObject() throws {
        let members = (0..<50_000).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
        let parsed = try JSON.parse(Array("{\(members)}".utf8))
        #expect(parsed["m0"] == 0)
        #expect(throws: JSONError.self) { try JSON.parse(Array("{\(members),\"m7\":1}".utf8)) }
    }

    @Test func everyProperPrefixIsRejected() throws {
        let text =
            #"{"jsonrpc":"2.0","id":-12.5e3,"params":{"text":"é\ud83d\ude00","x":[true,null]}}"#
        let line = Array(text.utf8)
        _ = try JSON.parse(line)
        for end in 0..<line.count {
            #expect(throws: JSONError.self) { try JSON.parse(Array(line[..<end])) }
        }
    }

    @Test func randomCorruptionNeverTraps() {
        let line = Array(#"{"id":1,"m":"a\u00e9\n","p":[1.5,-2,{"k":null}],"ü":"😀"}"#.utf8)
        var generator = SplitMix(state: 7)
        var accepted = 0
        for _ in 0..<20_000 {
            var damaged = line
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                damaged[Int.random(in: 0..<line.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            guard let value = try? JSON.parse(damaged) else { continue }
            accepted += 1
            #expect((try? JSON.parse(value.serialized())) == value)
        }
        #expect(accepted > 0)
    }
}

/// A small deterministic generator (Steele, Lea, Flood 2014), so that failures are reproducible.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
