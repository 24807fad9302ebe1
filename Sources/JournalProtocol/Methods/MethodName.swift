// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The one list of methods this version knows; `Protocol/README.md` has a section for each.
package enum MethodName: String, Sendable, CaseIterable {
    case hello
    case entryCreate = "entry.create"
    case entryGet = "entry.get"
    case entryUpdate = "entry.update"
    case entryDelete = "entry.delete"
    case entryRestore = "entry.restore"
    case entryList = "entry.list"
    case entrySearch = "entry.search"
    case entryCount = "entry.count"
    case notebookCreate = "notebook.create"
    case notebookList = "notebook.list"
    case notebookRename = "notebook.rename"
    case notebookDelete = "notebook.delete"
    case tagList = "tag.list"
    case tagRename = "tag.rename"
    case batch
    case subscribe
    case unsubscribe
    case flush
    case cancel
    case status
    case shutdown

    /// Whether the method writes one thing, and so may be part of a `batch`.
    package var isWrite: Bool {
        switch self {
        case .entryCreate, .entryUpdate, .entryDelete, .entryRestore, .notebookCreate,
            .notebookRename, .notebookDelete, .tagRename:
            true
        default: false
        }
    }
}

/// The parameters of one method, and the type of what it returns.
package protocol MethodCall: JSONConvertible, Equatable {
    /// What the method returns.
    associatedtype Reply: JSONConvertible & Equatable
    /// Which method it is.
    static var method: MethodName { get }
}

/// The parameters of a method that takes none, and the reply of one that returns nothing.
package struct Empty: JSONConvertible, Equatable {
    /// Makes the only value.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }
}
