// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The tokens of the full-text index, as SQLite receives them.
struct TextTokenizerTests {
    private let database: SQLiteDatabase

    init() throws {
        database = try SQLiteDatabase(SQLiteDatabase.inMemory)
        try database.execute(
            """
            CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='\(TextTokenizer.name)');
            CREATE VIRTUAL TABLE tokens USING fts5vocab(texts, instance)
            """
        )
    }

    private func insert(_ text: String) throws {
        try database.run("INSERT INTO texts(text) VALUES (?)", [.text(text)])
    }

    private func isMatch(_ query: String, _ text: String) throws -> Bool {
        try database.run("DELETE FROM texts", [])
        try insert(text)
        var isMatch = false
        let fts5 = try FullTextQuery(query).fts5
        try database.step("SELECT 1 FROM texts WHERE texts MATCH ?", binding: [.text(fts5)]) { _ in
            isMatch = true
        }
        return isMatch
    }

    @Test(
        arguments: [
            ("Rain, RÉSUMÉ rain-coat", ["rain", "resume", "rain", "coat"]),
            ("Straße STRASSE GROẞ ſo", ["strasse", "strasse", "gross", "so"]),
            ("ﬁn eﬀekt oﬃce ﬂoß ﬆ", ["fin", "effekt", "office", "floss", "st"]),
            ("ĳs Ĳs ǆep Ǆep ǅep ǉ ǌ ǳ", ["ijs", "ijs", "dzep", "dzep", "dzep", "lj", "nj", "dz"]),
            ("ISPARTA Isparta ısparta İzmir", ["isparta", "isparta", "isparta", "izmir"]),
            ("և Եւ", ["եւ", "եւ"]),
            ("æther œuvre bjørk Łódź", ["æther", "œuvre", "bjørk", "łodz"]),
            ("ß\u{301} ß雨ﬁ", ["ss", "ss", "雨", "fi"]),
            ("Ёлка, ЙОГУРТ и\u{306} Їжа", ["елка", "иогурт", "и", "іжа"]),
            ("ΚΑΛΆ, καλα\u{301} ᾏδω Ἀθῆναι", ["καλα", "καλα", "αδω", "αθηναι"]),
            ("Ж и Ω, שלום", ["ж", "и", "ω", "שלום"]),
            ("α\u{313}γαθο\u{301}ς τω\u{342}\u{345} \u{313} 雨\u{342}", ["αγαθοσ", "τω", "雨"]),
            ("東京都", ["東", "京", "都"]),
            ("今日はrainでした", ["今", "日", "は", "rain", "で", "し", "た"]),
            ("한국어를 배워요", ["한", "국", "어", "를", "。", "배", "워", "요"]),
            ("雨。天, 気", ["雨", "。", "天", "。", "気"]),
            ("雨\n  天。", ["雨", "天"]),
            ("雨 rain 雨", ["雨", "rain", "雨"]),
            ("葛\u{E0100}城", ["葛", "城"]),
            ("tea🍵and 🎉🎉", ["tea", "🍵", "and", "🎉", "🎉"]),
            ("👨‍👩‍👧 ❤️‍🔥", ["👨", "👩", "👧", "❤", "🔥"]),
            ("🇯🇵🇰🇷", ["🇯🇵", "🇰🇷"]),
            ("ＡＢＣ２０２６年", ["abc2026", "年"]),
            ("ﾃｽﾄ ｶﾞ", ["テ", "ス", "ト", "。", "ガ"]),
            ("हिन्दी भाषा की।", ["हिन्दी", "भाषा", "की"]),
            ("தமிழ் மொழி மெ\u{BBE}ழி", ["தமிழ்", "மொழி", "மொழி"]),
            ("שָׁלוֹם גן־ילדים", ["שלום", "גן", "ילדים"]),
            ("كِتَابٌ كتـاب أثر", ["كتاب", "كتاب", "اثر"]),
            ("مسؤول مسو\u{654}ول آن", ["مسؤول", "مسؤول", "ان"]),
            ("x\u{334}y \u{301} \u{301}z 1\u{FE0F}\u{20E3}", ["xy", "z", "1"]),
            ("ශ්\u{200D}රී", ["ශ්රී"]),
            (
                "နှင\u{103A}\u{1037} နှင\u{1037}\u{103A}",
                ["န", "ှ", "င", "်", "。", "န", "ှ", "င", "်"]
            ),
            ("น้ำใส ๒๕", ["น", "\u{E49}", "\u{E33}", "ใ", "ส", "๒๕"]),
            ("နေ။ခ", ["န", "\u{1031}", "。", "ခ"]),
        ]
    )
    func textsAreDividedIntoTokens(text: String, expected: [String]) throws {
        try insert(text)
        var tokens: [String] = []
        try database.step("SELECT term FROM tokens ORDER BY offset", binding: []) { row in
            tokens.append(row.text(0) ?? "")
        }
        #expect(tokens == expected)
    }

    @Test(
        arguments: [
            ("strasse", "Straße"), ("Straße", "STRASSE"), ("fi*", "ﬁnden"), ("oﬃ*", "office"),
            ("ёлка", "Елка"), ("елка", "ёлка"), ("йогурт", "и\u{306}огурт"),
            ("и\u{306}огурт", "Йогурт"), ("καφε", "καφέ"), ("ёл*", "елка"),
            ("αγαθος", "ἀγαθός"), ("ἀγαθός", "α\u{313}γαθο\u{301}ς"), ("東京", "昨日は東京都へ行った"),
            ("京", "東京都"), ("東京タワー", "夜の東京タワー。"), ("雨", "今日は雨だ"),
            ("도쿄", "도쿄에 갔다"), ("배", "배워요"), ("北京 天气", "今天北京的天气很好"),
            ("🎉", "done 🎉!"), ("👍", "👍🏽"), ("👍🏽", "👍"), ("🔥", "❤️‍🔥"), ("🇯🇵", "to 🇯🇵🇰🇷"),
            ("がっこう", "か\u{3099}っこうへ"), ("カラオケ", "ｶﾗｵｹに行く"), ("2026", "２０２６年"),
            ("東*", "東京"), ("\"京都 大阪\"", "京都、大阪"), ("-雪 雨", "雨だ"),
            ("เขียน", "ภาษาไทยเขียนไว้"), ("ສະບາຍດີ", "ຂໍສະບາຍດີ"), ("ကောင်း", "နေကောင်းလား"),
            ("ភាសា", "រៀនភាសាខ្មែរ"),
        ]
    )
    func wordsWithoutSpacesAreFound(query: String, text: String) throws {
        #expect(try isMatch(query, text))
    }

    @Test(
        arguments: [
            ("हिन्दी", "मुझे हिन्दी आती है"), ("\u{915}\u{93C}लम", "\u{958}लम"),
            ("\u{958}लम", "\u{915}\u{93C}लम"), ("भा*", "भाषा"), ("cafe\u{301}*", "cafés"),
            ("שלום", "שָׁלוֹם לכם"), ("שָׁלוֹם", "שלום לכם"), ("ש\u{5C1}לום", "\u{FB2A}לום"),
            ("كتاب", "كِتَابٌ"), ("كتاب", "كتـــاب"), ("ا\u{654}ثر", "أثر"), ("كتاب ـ", "كتاب"),
            ("কো*", "কোন"),
        ]
    )
    func wordsWithMarksAreFound(query: String, text: String) throws {
        #expect(try isMatch(query, text))
    }

    @Test(
        arguments: [
            ("京東", "東京"), ("東都", "東京都"), ("雨天", "雨。天気"), ("가온", "비가 온다"), ("か", "が"),
            ("🇪🇺", "🇩🇪🇺🇸"), ("🎉", "🎊"), ("rain", "雨"), ("\"京都 大阪\"", "京都大阪"),
            ("की", "का"), ("हनद", "हिन्दी"), ("ষ", "ষি"), ("কে*", "কোন"), ("ئەر", "يەر"),
            ("ไทยภาษา", "ภาษาไทย"),
        ]
    )
    func otherTextsAreNotFound(query: String, text: String) throws {
        #expect(try !isMatch(query, text))
    }

    @Test(
        arguments: [
            ("京", "東京都", "東[京]都"), ("東京", "夜の東京タワー", "夜の[東京]タワー"), ("2026", "西暦２０２６年", "西暦[２０２６]年"),
            ("fun", "東京 is fun 🎉", "東京 is [fun] 🎉"), ("👍", "a 👍🏽 b", "a [👍]🏽 b"),
            ("カ", "ｶと", "[ｶ]と"), ("שלום", "אמר שָׁלוֹם", "אמר [שָׁלוֹם]"),
            ("की", "उस की बात", "उस [की] बात"), ("ไทย", "ภาษาไทย", "ภาษา[ไทย]"),
            ("love", "❤️love", "❤️[love]"), ("strasse", "die Straße, 雨", "die [Straße], 雨"),
            ("office", "im oﬃce ß", "im [oﬃce] ß"),
        ]
    )
    func matchesAreMarkedInTheOriginalText(query: String, text: String, marked: String) throws {
        try insert(text)
        let fts5 = try FullTextQuery(query).fts5
        var result = ""
        let sql = "SELECT highlight(texts, 0, '[', ']') FROM texts WHERE texts MATCH ?"
        try database.step(sql, binding: [.text(fts5)]) { row in result = row.text(0) ?? "" }
        #expect(result == marked)
    }

    @Test func longRunsOfMarksAreOneWord() throws {
        let marks = String(repeating: "\u{651}\u{64B}\u{93C}", count: 50_000)
        try insert("\u{958}" + marks + " rain")
        let count = try database.integer("SELECT count(*) FROM tokens")
        #expect(count == 2)
    }

    @Test func bytesThatAreNotUTF8AreIndexed() throws {
        try database.execute("INSERT INTO texts(text) VALUES (CAST(X'E69D20E6' AS TEXT) || '東')")
        #expect(
            try database.integer("SELECT count(*) FROM tokens WHERE term = \(bind: .text("東"))")
                == 1
        )
    }
}
