// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The identity of a request within its connection.
///
/// A client may reuse the id of a request once it received the reply; a token is never reused.
struct RequestToken: Hashable, Sendable {
    let number: UInt64
}
