// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel

/// The notebooks and tags that recent commands referred to, by their names.
struct NameCache {
    /// The maximum number of notebooks, and of tags, that are kept.
    private static let maximumNameCount = 1024

    private var notebooks: [String: Notebook] = [:]
    private var tags: [String: Tag] = [:]
    /// Whether the open transaction created, renamed or deleted names.
    private var isUncommitted = false

    /// Returns the notebook that a name or an id referred to before.
    func notebook(_ nameOrID: String) -> Notebook? { notebooks[nameOrID] }

    /// Returns the tag of a key that was looked up before.
    func tag(key: String) -> Tag? { tags[key] }

    /// Keeps a notebook under the name or the id that referred to it.
    mutating func add(_ notebook: Notebook, _ nameOrID: String) {
        if notebooks.count >= Self.maximumNameCount { notebooks = [:] }
        notebooks[nameOrID] = notebook
    }

    /// Keeps a tag.
    mutating func add(_ tag: Tag) {
        if tags.count >= Self.maximumNameCount { tags = [:] }
        tags[tag.key] = tag
    }

    /// Keeps a notebook that the open transaction creates.
    mutating func addNew(_ notebook: Notebook) {
        add(notebook, notebook.name)
        isUncommitted = true
    }

    /// Keeps a tag that the open transaction creates.
    mutating func addNew(_ tag: Tag) {
        add(tag)
        isUncommitted = true
    }

    /// Removes every name, because a command renames or deletes one, which the next command must
    /// not find.
    mutating func invalidate() {
        notebooks = [:]
        tags = [:]
        isUncommitted = true
    }

    /// Removes every name if the transaction that ended, or was undone, changed some.
    ///
    /// This includes a commit: a notebook that the context created retains every entry that is
    /// added to it, while a fetched one does not.
    mutating func transactionEnded() {
        guard isUncommitted else { return }
        removeAll()
    }

    /// Removes every name.
    mutating func removeAll() {
        notebooks = [:]
        tags = [:]
        isUncommitted = false
    }
}
