// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Writes entries as one HTML page that needs no other file, with a heading for each day.
package struct HTMLEncoder: EntryEncoder {
    private let title: String
    private var day: Day?

    /// Creates an encoder of a page with a title.
    package init(title: String = "Journal") { self.title = title }

    package mutating func begin(_ bytes: inout [UInt8]) {
        let page = """
            <!DOCTYPE html>
            <html>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(Self.escaped(title))</title>
            <style>
            :root { color-scheme: light dark; }
            body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; \
            font: 1rem/1.5 system-ui, sans-serif; }
            h2 { margin-top: 3rem; border-bottom: 1px solid; font-size: 1.2rem; }
            header, footer { opacity: 0.7; font-size: 0.85rem; }
            article { margin: 1.5rem 0; }
            p { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.25rem 0; }
            @media print { article { break-inside: avoid; } }
            </style>
            </head>
            <body>
            <h1>\(Self.escaped(title))</h1>

            """
        bytes.append(contentsOf: page.utf8)
    }

    package mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8]) {
        let date = entry.createdAt ?? .epoch
        if day != date.day {
            day = date.day
            bytes.append(contentsOf: "<h2>\(date.day)</h2>\n".utf8)
        }
        var details = ["<time datetime=\"\(date)\">\(date.minuteText)</time>"]
        if let name = entry.notebook, name != NotebookRecord.defaultName {
            details.append(Self.escaped(name))
        }
        details += entry.tags.map { Self.escaped("#" + $0) }
        if entry.starred { details.append("★") }
        let id = entry.id.map { " id=\"\($0)\"" } ?? ""
        let files = entry.attachments.map { Self.escaped($0.name) }.joined(separator: ", ")
        let article = """
            <article\(id)>
            <header>\(details.joined(separator: " "))</header>
            <p>\(Self.escaped(entry.text))</p>\(files.isEmpty ? "" : "\n<footer>\(files)</footer>")
            </article>

            """
        bytes.append(contentsOf: article.utf8)
    }

    package mutating func end(_ bytes: inout [UInt8]) {
        bytes.append(contentsOf: "</body>\n</html>\n".utf8)
    }

    /// Returns the text with characters replaced that have a meaning in HTML, or none at all there.
    private static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case "\r": break
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
