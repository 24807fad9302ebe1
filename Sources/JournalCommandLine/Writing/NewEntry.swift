// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The work of `journal new`.
package struct NewEntry: Sendable, Equatable {
    /// The text; `-` alone means standard input, no words mean standard input or the editor.
    package var words: [String]
    /// The entry without its text, id and date.
    package var attributes = EntryCreate(text: "")
    /// Whether words such as `#garden` become tags of the entry; nil means the setting.
    package var hasTextTags: Bool?
    /// The name of the template that the text is written with.
    package var template: String?
    /// The value of `--at`; nil means now.
    package var date: String?
    /// The value of `--id`; nil means a random one.
    package var id: String?
    /// The instant of `date`, if it was determined before the editor was opened.
    private var instant: Timestamp?

    /// Creates an entry in the default notebook of the settings.
    package init(words: [String]) { self.words = words }

    /// Creates an entry from the options of a command line that could not be parsed.
    init(words: [String], options: UnparsedOptions) {
        self.words = words
        attributes.notebook = options.notebook
        attributes.createNotebook = options.createsNotebook
        attributes.tags = options.tags ?? []
        attributes.starred = options.starred ?? false
        hasTextTags = options.textTags
        template = options.template
        date = options.date
        id = options.id
    }

    /// Parses a command line that is only `new` and words; returns nil for any other.
    ///
    /// Most runs are of this kind, and building the argument parser would take longer than the rest
    /// of the run. Arguments that may be options are left to the parser.
    ///
    /// - Parameter arguments: The command line without the name of the program.
    package init?(plainArguments arguments: some Collection<String>) {
        guard arguments.first == "new" else { return nil }
        let words = arguments.dropFirst()
        guard !words.contains(where: { $0.utf8.first == UInt8(ascii: "-") }) else { return nil }
        self.init(words: Array(words))
    }

    /// Writes the entry and prints its id.
    ///
    /// The text is read first: standard input cannot be read again after an invalid option.
    package func write(in context: CommandContext) throws(ClientError) {
        var entry = try datedBeforeEditor(in: context)
        if TextSource(context: context, words: words).opensEditor {
            entry.template = template ?? context.settings.template
        }
        try entry.write(entry.text(in: context), in: context, flushing: false)
    }

    /// Throws an error if there is a text, which an option that only lists something would lose.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - context: The run.
    /// - Throws: The error, whose advice has the path of a text from standard input.
    package func rejectText(with option: String, in context: CommandContext) throws(ClientError) {
        let source = source(in: context)
        let text =
            words.isEmpty
            ? try source.readExclusiveInput() : try source.read(draftName: "") { "" }
        guard let text else { return }
        let error = ClientError(
            .usage,
            "\(option) cannot be combined with a text; nothing was written"
        )
        throw text.kept(after: error, in: context, for: retry(in: context))
    }

    /// Writes an entry if standard input has a text.
    ///
    /// - Returns: False if there is no text.
    package func writePiped(in context: CommandContext) throws(ClientError) -> Bool {
        guard let text = try source(in: context).readPiped() else {
            return false
        }
        try write(text, in: context, flushing: false)
        return true
    }

    /// Flushes the outbox, and then writes the entry if there is one.
    package func flushAndWrite(in context: CommandContext) throws(ClientError) {
        let entry = try datedBeforeEditor(in: context)
        let text =
            words.isEmpty && template == nil
            ? try source(in: context).readPiped() : try entry.text(in: context)
        try entry.write(text, in: context, flushing: true)
    }

    /// Returns the entry with the instant of `--at` if the editor is opened: the instant can be
    /// relative to the start of the command, and a mistake has to be reported before the text is
    /// written.
    private func datedBeforeEditor(in context: CommandContext) throws(ClientError) -> NewEntry {
        guard let date, TextSource(context: context, words: words).opensEditor else { return self }
        var entry = self
        entry.instant = try DateArgument(context).instant(date)
        return entry
    }

    private func source(in context: CommandContext) -> TextSource {
        var source = TextSource(context: context, words: words)
        source.attributes = { draftAttributes(in: context) }
        return source
    }

    /// Returns the options for a text that is kept; those that are invalid are left out.
    func draftAttributes(in context: CommandContext) -> DraftAttributes {
        var call = attributes
        if template != nil, let loaded = try? loadTemplate(context) {
            call.notebook = call.notebook ?? loaded.notebook
            call.tags = loaded.tagsAdded(to: call.tags)
        }
        call.createdAt = instant ?? date.flatMap { try? DateArgument(context).instant($0) }
        if call.createdAt != nil {
            call.zone = LocalTime.zone(environment: context.environment)
        }
        var result = DraftAttributes(call)
        result.id = id.flatMap { EntryID($0) }
        result.textTags = hasTextTags
        return result
    }

    /// Returns the command that writes a text that was kept; nil if only `journal drafts` can,
    /// because there are options, which are kept with the text.
    private func retry(in context: CommandContext) -> String? {
        draftAttributes(in: context) == DraftAttributes() ? "journal new -" : nil
    }

    private func text(in context: CommandContext) throws(ClientError) -> TextSource.Text {
        let name = id.flatMap { EntryID($0) }.map { "new-\($0)" } ?? "new"
        let source = source(in: context)
        guard template == nil else { return try templateText(source, draftName: name, in: context) }
        return try source.read(draftName: name) { "" }
    }

    /// Returns the text of the template with the given text, or as it was changed in the editor.
    private func templateText(
        _ source: TextSource,
        draftName: String,
        in context: CommandContext
    ) throws(ClientError) -> TextSource.Text {
        let given =
            source.opensEditor
            ? nil : try source.read(draftName: draftName) { "" }
        do throws(ClientError) {
            let template = try loadTemplate(context)
            let fields = TemplateFields(date: try createdAt(context))
            guard var text = given, !Editor.isBlank(text.text) else {
                return try edited(template.text(fields), source: source, draftName: draftName)
            }
            text.text = template.text(fields, with: text.text)
            return text
        } catch {
            throw given?.kept(after: error, in: context, for: retry(in: context)) ?? error
        }
    }

    private func edited(
        _ initial: String,
        source: TextSource,
        draftName: String
    ) throws(ClientError) -> TextSource.Text {
        let unchanged = ClientError(.input, "the template is unchanged; nothing was written")
        // There is no terminal for an editor.
        guard !source.readsStandardInput else { throw unchanged }
        let text = try source.edit(draftName: draftName, initial: initial)
        guard !text.isSame(as: Editor.trimmed(initial)) else {
            text.discardDraft()
            throw unchanged
        }
        return text
    }

    private func loadTemplate(_ context: CommandContext) throws(ClientError) -> Template {
        let folder = TemplateFolder(configurationDirectory: try context.configurationDirectory())
        return try folder.template(template ?? "")
    }

    private func createdAt(_ context: CommandContext) throws(ClientError) -> Timestamp {
        if let instant { return instant }
        return try date.map(DateArgument(context).instant) ?? LocalTime.now()
    }

    private func write(
        _ text: TextSource.Text?,
        in context: CommandContext,
        flushing: Bool
    ) throws(ClientError) {
        var writer: EntryWriter
        let call: EntryCreate
        do throws(ClientError) {
            writer = try EntryWriter(context)
            writer.notebookCreated = {
                StandardError.say("journal: created the notebook \"\($0)\"")
            }
            let client = try context.client
            writer.unlock = { () throws(ClientError) in
                try JournalUnlocking(client).askAndUnlock()
            }
            call = try self.call(text?.text ?? "", in: context)
        } catch {
            throw text?.kept(after: error, in: context, for: retry(in: context)) ?? error
        }
        var failures: [ClientError] = []
        do throws(ClientError) {
            if flushing { try flushOutbox(by: writer, in: context) }
        } catch {
            failures.append(error)
        }
        do throws(ClientError) {
            if let text { try write(call, of: text, by: writer, in: context) }
        } catch {
            failures.append(error)
        }
        if let failure = ClientError(joining: failures) { throw failure }
    }

    private func flushOutbox(
        by writer: EntryWriter,
        in context: CommandContext
    ) throws(ClientError) {
        try writer.flushOutbox {
            $0.notebook = attributes.notebook ?? $0.notebook
            $0.createNotebook = attributes.createNotebook || $0.createNotebook
        } _: {
            show($0, in: context)
        }
    }

    private func write(
        _ call: EntryCreate,
        of text: TextSource.Text,
        by writer: EntryWriter,
        in context: CommandContext
    ) throws(ClientError) {
        show(try writer.write(call, draft: text.draft), in: context)
        text.discardDraft()
        for reminder in writer.reminders(isInteractive: StandardDescriptors.isTerminal(2)) {
            StandardError.say("journal: \(reminder)")
        }
    }

    private func show(_ written: EntryWritten, in context: CommandContext) {
        context.show(
            written.id.text,
            written.json,
            stored: "entry \(written.id) was written"
        )
    }

    private func call(_ text: String, in context: CommandContext) throws(ClientError) -> EntryCreate
    {
        var call = attributes
        call.text = text
        if template != nil {
            let template = try loadTemplate(context)
            call.notebook = call.notebook ?? template.notebook
            call.tags = template.tagsAdded(to: call.tags)
        }
        call.notebook = call.notebook ?? context.settings.notebook
        if context.settings.makesTextTags(hasTextTags) {
            call.tags = TextTags(text).adding(to: call.tags)
        }
        call.id = try entryID()
        call.createdAt = try createdAt(context)
        call.zone = LocalTime.zone(environment: context.environment)
        return call
    }

    private func entryID() throws(ClientError) -> EntryID {
        guard let id else { return .random() }
        guard let chosen = EntryID(id) else {
            throw ClientError(.usage, "invalid id \"\(id)\"; use a UUID")
        }
        return chosen
    }
}
