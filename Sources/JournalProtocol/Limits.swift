// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What one peer may ask of the other; `hello` and `Protocol/README.md` tell these numbers.
package enum Limits {
    /// The longest request line in bytes, without its newline.
    ///
    /// The longest text fits, even if JSON has to escape every byte of it with six.
    package static let line = 4 << 20
    /// How long a reply grows when it could also be shorter: the entries of a page end there.
    package static let reply = 1 << 20
    /// The longest line a client must be ready to read.
    package static let replyLine = 16 << 20
    /// How many arrays and objects of one line may be open at once.
    package static let depth = 64
    /// The longest id of a request, when that is a string, in bytes of UTF-8.
    package static let requestID = 255
    /// How many requests of one connection are worked on; further ones wait unread.
    package static let inFlight = 256
    /// How many subscriptions one connection may have.
    package static let subscriptions = 64
    /// How many connections the daemon serves at once.
    package static let connections = 1024
    /// The longest text of an entry in bytes of UTF-8.
    package static let entryText = 512 << 10
    /// How many calls one `batch` may hold.
    package static let batch = 1000
    /// The longest notification line in bytes.
    package static let notification = 64 << 10
    /// How many entries one page may hold.
    package static let page = 1000
    /// How many entries a page holds when nobody says.
    package static let defaultPage = 50
    /// The longest name of a notebook or a tag in bytes of UTF-8.
    package static let name = 255
    /// How many tags an entry may have.
    package static let tags = 64
}

extension Limits {
    /// The limits a client can run into, by their names in the reply to `hello`.
    package static let table: [String: Int] = [
        "line": line, "replyLine": replyLine, "depth": depth, "inFlight": inFlight,
        "subscriptions": subscriptions, "connections": connections, "entryText": entryText,
        "batch": batch, "notification": notification, "page": page, "name": name, "tags": tags,
        "requestId": requestID,
    ]
}
