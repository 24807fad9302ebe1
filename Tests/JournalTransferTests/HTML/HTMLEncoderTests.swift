// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

struct HTMLEncoderTests {
    @Test func textsAreEscaped() {
        let entry = TransferFixture.entry(
            1,
            "<script>alert(\"1\")</script> & \u{1B}[2J\nsecond",
            "2026-11-21T18:30:00+01:00",
            notebook: "a<b",
            tags: ["x>y"]
        )
        let page = String(
            decoding: TransferFixture.file([entry], TransferFormat.html.encoder),
            as: UTF8.self
        )
        #expect(!page.contains("<script"))
        #expect(!page.contains("\u{1B}"))
        #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; "))
        #expect(page.contains("a&lt;b #x&gt;y"))
        #expect(page.hasSuffix("</body>\n</html>\n"))
    }

    @Test func everyDayHasOneHeading() {
        let bytes = TransferFixture.file(TransferFixture.entries, TransferFormat.html.encoder)
        let headings = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("<h2>") }
        #expect(headings == ["<h2>2026-11-21</h2>", "<h2>2026-11-22</h2>", "<h2>2026-11-23</h2>"])
    }
}
