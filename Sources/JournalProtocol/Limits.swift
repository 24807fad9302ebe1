// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The limits of the protocol, reported by `hello` and documented in `Protocol/README.md`.
package enum Limits {
    /// The maximum length of a request line in bytes, without its newline.
    ///
    /// It leaves room for an entry text of maximum length even if JSON escapes every byte as six.
    package static let line = 4 << 20
    /// The target length of a reply in bytes: pages and lists end once they reach it.
    package static let reply = 1 << 20
    /// The part of `reply` that is available for the items of a page.
    package static let replyContent = reply - 4096
    /// The maximum length of a line from the daemon in bytes, which a client must accept.
    package static let replyLine = 16 << 20
    /// The maximum nesting depth of arrays and objects in a line.
    package static let depth = 64
    /// The maximum length of a string request id in bytes of UTF-8.
    package static let requestID = 255
    /// The maximum number of concurrent requests per connection; further requests stay unread.
    package static let inFlight = 256
    /// The maximum number of subscriptions per connection.
    package static let subscriptions = 64
    /// The maximum number of concurrent connections.
    package static let connections = 1024
    /// The maximum length of an entry's text in bytes of UTF-8.
    package static let entryText = 512 << 10
    /// The maximum size of an attached file in bytes.
    package static let attachment = 1 << 30
    /// The maximum number of bytes of a file in one request or reply.
    package static let attachmentPart = 512 << 10
    /// The maximum number of files per entry.
    package static let attachments = 64
    /// The maximum number of files that are being uploaded, over all clients.
    package static let uploads = 16
    /// The maximum number of calls in a `batch`.
    package static let batch = 1000
    /// The maximum length of a notification line in bytes.
    package static let notification = 64 << 10
    /// The maximum number of entries per page.
    package static let page = 1000
    /// The number of entries per page if the request has no `limit`.
    package static let defaultPage = 50
    /// The maximum length of the name of a notebook, a tag or a machine in bytes of UTF-8.
    package static let name = 255
    /// The maximum length of the address of a hub in bytes of UTF-8.
    package static let hub = 4096
    /// The maximum length of the name and of the version of a client in bytes of UTF-8.
    package static let clientName = 255
    /// The time in seconds after which a connection is closed whose client does not continue a
    /// transfer, unless the daemon is configured otherwise.
    package static let stall = 60
    /// The number of bytes of requests and unsent output of all connections beyond which long
    /// requests wait.
    package static let memory = 64 << 20
    /// The maximum number of tags per entry.
    package static let tags = 64
    /// The maximum number of versions that an entry can be created with.
    package static let earlierTexts = 1000
}

extension Limits {
    /// The limits as reported by `hello`, keyed by their wire names.
    package static let table: [String: Int] = [
        "line": line, "replyLine": replyLine, "depth": depth, "inFlight": inFlight,
        "subscriptions": subscriptions, "connections": connections, "entryText": entryText,
        "batch": batch, "notification": notification, "page": page, "name": name, "tags": tags,
        "requestId": requestID, "attachment": attachment, "attachmentPart": attachmentPart,
        "attachments": attachments, "uploads": uploads, "stall": stall, "memory": memory,
        "earlierTexts": earlierTexts, "hub": hub,
    ]
}
