// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

struct DayOneTests {
    /// The members of an export of Day One; only those that an import reads matter.
    private let export = #"""
        {
          "metadata" : { "version" : "1.0" },
          "entries" : [
            {
              "uuid" : "0A3BFC9847BD4173881DE43749F23B58",
              "creationDate" : "2018-12-10T16:54:13Z",
              "modifiedDate" : "2018-12-10T16:56:18Z",
              "timeZone" : "America\/Denver",
              "starred" : true,
              "tags" : ["example", "two words"],
              "location" : { "region" : { "center" : { "longitude" : -104.89 } } },
              "text" : "# Title\n\n![](dayone-moment:\/\/6C886CB69DC14EB9A8B568678C0FDD32)\n\nAbove\\. It\\-s \\(fine\\)\\!\n```\na\\.b\n```\n![](dayone-moment:\/video\/AAAABBBBCCCCDDDDEEEEFFFF00001111)",
              "richText" : "{\"entries\":[1]}",
              "photos" : [ {
                "identifier" : "6C886CB69DC14EB9A8B568678C0FDD32", "orderInEntry" : 1,
                "md5" : "6b73e9bd86a91d3a7ead09268b0fb266", "type" : "jpeg", "width" : 2048
              } ],
              "videos" : [ {
                "identifier" : "AAAABBBBCCCCDDDDEEEEFFFF00001111", "orderInEntry" : 0,
                "md5" : "00000000000000000000000000000000", "type" : "mov", "filename" : "a.mov"
              } ]
            },
            { "uuid" : "1546F37361264E129200B2CA6A885855", "creationDate" : "2017-06-28T15:38:37Z",
              "photos" : [ { "md5" : "11111111111111111111111111111111" } ] }
          ]
        }
        """#

    @Test func exportIsRead() throws {
        let entries = try TransferFixture.read(export, JSONEntryDecoder(clock: .utc))
        let entry = try #require(entries.first)
        #expect(entry.id == EntryID("0a3bfc98-47bd-4173-881d-e43749f23b58"))
        #expect(entry.zone == "America/Denver")
        #expect(entry.createdAt?.milliseconds == Timestamp("2018-12-10T16:54:13Z")?.milliseconds)
        #expect(entry.starred)
        #expect(entry.tags == ["example", "two words"])
        #expect(
            entry.text == """
                # Title

                ![](6b73e9bd86a91d3a7ead09268b0fb266.jpeg)

                Above. It-s (fine)!
                ```
                a\\.b
                ```
                ![](a.mov)
                """
        )
        #expect(
            entry.attachments.map(\.path) == [
                "videos/00000000000000000000000000000000.mov",
                "photos/6b73e9bd86a91d3a7ead09268b0fb266.jpeg",
            ]
        )
        #expect(entries.last?.text == "11111111111111111111111111111111.jpeg")
    }

    @Test func filesOfEveryKindComeBack() throws {
        var entry = TransferFixture.entry(
            1,
            "![](photo.jpg) and ![](other.jpg)",
            "2026-11-21T18:30:00Z"
        )
        let files = [
            ("photo.jpg", "image/jpeg", "photos/1.jpeg"),
            ("v.mov", "video/quicktime", "videos/2.mov"),
            ("a.m4a", "audio/mp4", "audios/3.m4a"), ("d.pdf", "application/pdf", "pdfs/4.pdf"),
            ("notes", "text/plain", "files/5"),
        ]
        for (index, file) in files.enumerated() {
            entry.attachments.append(
                TransferAttachment(
                    id: EntryID(high: 9, low: UInt64(index)),
                    name: file.0,
                    mediaType: file.1,
                    md5: String(index + 1),
                    path: file.2
                )
            )
        }
        let bytes = TransferFixture.file([entry], TransferFormat.dayOne.encoder)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("![](dayone-moment://00000000000000090000000000000000)"))
        let read = try TransferFixture.read(bytes, JSONEntryDecoder(clock: .utc))
        #expect(read.map(\.entry) == [entry])
    }

    @Test(
        arguments: [
            (
                "audios", #""format":"aac""#, "d41d8cd98f00b204e9800998ecf8427e.m4a",
                "audios/d41d8cd98f00b204e9800998ecf8427e.m4a"
            ),
            (
                "audios", #""filename":"memo","format":"mp3""#, "memo.mp3",
                "audios/d41d8cd98f00b204e9800998ecf8427e.mp3"
            ),
            (
                "videos", #""type":"mp4","filename":"IMG_1.MOV""#, "IMG_1.MOV",
                "videos/d41d8cd98f00b204e9800998ecf8427e.mp4"
            ),
            (
                "pdfAttachments", #""type":"pdf","pdfName":"Report v1.2""#, "Report v1.2.pdf",
                "pdfs/d41d8cd98f00b204e9800998ecf8427e.pdf"
            ),
            (
                "pdfAttachments", #""pdfName":"a/Bill.PDF""#, "Bill.PDF",
                "pdfs/d41d8cd98f00b204e9800998ecf8427e.pdf"
            ),
            (
                "photos", #""type":"jpeg","filename":"a. very long title""#,
                "a. very long title.jpeg", "photos/d41d8cd98f00b204e9800998ecf8427e.jpeg"
            ),
        ]
    )
    func namesHaveTheExtensionsOfTheirFiles(
        member: String,
        fields: String,
        name: String,
        path: String
    ) throws {
        let item = #"{"md5":"d41d8cd98f00b204e9800998ecf8427e","identifier":"AB",\#(fields)}"#
        let text = "![](dayone-moment:/x/AB)"
        let json =
            #"{"creationDate":"2018-12-10T16:54:13Z","text":"\#(text)","\#(member)":[\#(item)]}"#
        let entry = try #require(
            try TransferFixture.read(json, JSONEntryDecoder(clock: .utc)).first
        )
        #expect(entry.attachments.map(\.name) == [name])
        #expect(entry.attachments.map(\.path) == [path])
        #expect(entry.text == "![](\(name))")
    }

    @Test func fileWithoutItsFolderNamesTheAttachments() throws {
        var entry = TransferFixture.entry(1, "![](photo.jpg)", "2026-11-21T18:30:00Z")
        entry.attachments = [
            TransferAttachment(
                id: EntryID(high: 9, low: 1),
                name: "photo.jpg",
                mediaType: "image/jpeg"
            )
        ]
        let bytes = TransferFixture.file([entry], TransferFormat.dayOne.encoder)
        let read = try TransferFixture.read(bytes, JSONEntryDecoder(clock: .utc))
        #expect(read.map(\.entry) == [entry])
    }
}
