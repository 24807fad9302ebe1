// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct JSONSerializeTests {
    @Test(
        arguments: [
            (JSON.null, "null"), (true, "true"), (.integer(.min), "-9223372036854775808"),
            (.number(0.1), "0.1"), (.number(1e300), "1e+300"), (.number(.infinity), "null"),
            ("a\"b\\c/d", #""a\"b\\c/d""#), ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f"# + "\u{7F}\""),
            ("a\nb\tc\rd\u{8}\u{C}", #""a\nb\tc\rd\b\f""#),
            ("x\u{85}y\u{2028}z\u{2029}", #""x\u0085y\u2028z\u2029""#),
            ("\u{84}\u{2027}\u{E9}\u{1F600}", "\"\u{84}\u{2027}\u{E9}\u{1F600}\""),
            ([1, [:], []], "[1,{},[]]"), (["b": 1, "a": "\n"], #"{"b":1,"a":"\n"}"#),
        ] as [(JSON, String)]
    )
    func valuesSerializeToOneCompactLine(value: JSON, text: String) {
        #expect(String(decoding: value.serialized(), as: UTF8.self) == text)
    }

    @Test func serializedValuesRoundTrip() throws {
        let scalars = (0...0x3000).compactMap(UnicodeScalar.init)
        let text = String(String.UnicodeScalarView(scalars))
        let value: JSON = ["text": .string(text), "n": .number(-0.5), "list": [.null, false]]
        let line = value.serialized()
        #expect(try JSON.parse(line) == value)
        #expect(!line.contains(0x0A))
    }
}
