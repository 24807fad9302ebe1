// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The files that a Markdown text shows: `![name](path)` and `![[path]]`.
enum MarkdownImages {
    /// Returns the paths of files that are not on another computer, each once, in the order of the
    /// text; those in blocks of code are no images.
    static func paths(in text: String) -> [String] {
        var paths: [String] = []
        var isCode = false
        for line in text.linesBetweenFeeds {
            let content = line.utf8.drop { $0 == 0x20 }
            if content.starts(with: "```".utf8) || content.starts(with: "~~~".utf8) {
                isCode.toggle()
            } else if !isCode {
                add(line.utf8, to: &paths)
            }
        }
        var seen: Set<String> = []
        return paths.filter { isLocal($0) && seen.insert($0).inserted }
    }

    private static func add(_ line: Substring.UTF8View, to paths: inout [String]) {
        var rest = line
        while let mark = rest.firstIndex(of: UInt8(ascii: "!")) {
            rest = rest[rest.index(after: mark)...]
            guard rest.first == UInt8(ascii: "[") else { continue }
            rest = rest.dropFirst()
            // Without a bracket that closes this image, none closes the images after it.
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return }
            let name = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if name.first == UInt8(ascii: "[") {
                let path = name.dropFirst().prefix {
                    $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "#")
                }
                paths.append(String(Substring(path).trimmed(of: \.isWhitespace)))
            } else if rest.first == UInt8(ascii: "(") {
                guard let close = closing(rest) else { return }
                if let path = destination(Substring(rest[..<close].dropFirst())) {
                    paths.append(path)
                }
                rest = rest[close...]
            }
        }
    }

    /// Returns the place of the bracket that closes the one at the beginning.
    private static func closing(_ text: Substring.UTF8View) -> String.Index? {
        var depth = 0
        return text.firstIndex { byte in
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            return depth == 0
        }
    }

    /// Returns the path in `path "title"` or `<path>`; nil if it is not UTF-8.
    private static func destination(_ text: Substring) -> String? {
        let content = text.trimmed(of: \.isWhitespace)
        let path =
            content.first == "<"
            ? content.dropFirst().prefix { $0 != ">" } : content.prefix { !$0.isWhitespace }
        var bytes: [UInt8] = []
        var rest = path.utf8[...]
        while let byte = rest.popFirst() {
            let digits = Substring(rest.prefix(2))
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
                let decoded = UInt8(digits, radix: 16)
            {
                bytes.append(decoded)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns whether a path is relative to the Markdown file: neither a URL nor an absolute path.
    private static func isLocal(_ path: String) -> Bool {
        guard !path.hasPrefix("/"), !path.contains("://"), !path.hasPrefix("data:"),
            !path.utf8.contains(0), let name = path.split(separator: "/").last,
            let dot = name.lastIndex(of: "."), dot != name.startIndex
        else { return false }
        return ![".md", ".markdown"].contains(name[dot...].lowercased())
    }
}
