// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The identity of a request within the daemon: its connection and its token there.
struct ReplyToken: Hashable, Sendable {
    let connection: Int
    let request: RequestToken
}
