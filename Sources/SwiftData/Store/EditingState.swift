// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The identity of a context for stores.
public struct EditingState: Identifiable, Sendable {
    /// The unique identifier of the context.
    public let id = UUID.random()
    /// The author recorded in each history transaction.
    public var author: String?
}
