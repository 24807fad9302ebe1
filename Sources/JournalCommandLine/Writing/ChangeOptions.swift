// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The options of `journal edit` that change an entry.
package struct ChangeOptions: Sendable, Equatable {
    /// Whether the entry is starred or unstarred.
    package var starred: Bool?
    /// The name of the new notebook.
    package var notebook: String?
    /// Whether the notebook is created without a message.
    package var createsNotebook = false
    /// The values of `--tag`, which replace tags, add or remove some.
    package var tags: [String] = []
    /// The values of `--add-tag`.
    package var addedTags: [String] = []
    /// The values of `--remove-tag`.
    package var removedTags: [String] = []
    /// Whether all tags are removed.
    package var removesAllTags = false
    /// The value of `--at`.
    package var date: String?
    /// Whether words such as `#garden` add and remove tags; `nil` means the setting.
    package var hasTextTags: Bool?

    /// Creates options that change nothing.
    package init() {}

    /// Collects the options of a command line that could not be parsed.
    init(_ options: UnparsedOptions) {
        starred = options.starred
        notebook = options.notebook
        createsNotebook = options.createsNotebook
        tags = options.tags ?? []
        addedTags = options.addTags
        removedTags = options.removeTags
        removesAllTags = options.tags?.isEmpty == true
        date = options.date
        hasTextTags = options.textTags
    }

    /// Whether only the text of the entry is changed.
    package var isEmpty: Bool {
        var attributes = self
        attributes.hasTextTags = nil
        return attributes == ChangeOptions()
    }

    /// Evaluates the options.
    ///
    /// - Parameter context: The run.
    /// - Returns: A change of the attributes by the valid options, in which the caller sets the
    ///   entry, and the error of the first invalid option.
    func change(in context: CommandContext) -> (update: EntryUpdate, problem: ClientError?) {
        var update = EntryUpdate(
            id: EntryReference(.random()),
            starred: starred,
            notebook: notebook,
            createNotebook: createsNotebook,
            include: context.format == .text ? .summary : .full
        )
        var problem: ClientError?
        do throws(ClientError) {
            if let date {
                update.createdAt = try DateArgument(context).instant(date)
                update.zone = LocalTime.zone(environment: context.environment)
            }
        } catch {
            problem = error
        }
        do throws(ClientError) {
            let changes = try TagChanges(
                values: tags,
                added: addedTags,
                removed: removedTags,
                removesAll: removesAllTags
            )
            update.tags = changes.replacing
            update.addTags = changes.added
            update.removeTags = changes.removed
        } catch {
            problem = problem ?? error
        }
        return (update, problem)
    }

    /// Returns the attributes of a draft, with which `journal drafts` writes the change later.
    ///
    /// - Parameters:
    ///   - update: The change of the attributes.
    ///   - entry: The argument that names the entry; `nil` if the draft's name has the id.
    /// - Returns: The attributes.
    func draft(of update: EntryUpdate, entry: String? = nil) -> DraftAttributes {
        var attributes = DraftAttributes(update)
        attributes.textTags = hasTextTags
        attributes.entry = entry
        return attributes
    }
}
