// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The work of `journal new`: the options of the command line, and what is done with them.
package struct NewEntry: Sendable, Equatable {
    /// The text; `-` alone means standard input, no words mean standard input or the editor.
    package var words: [String]
    /// The entry without its text, id and date.
    package var attributes = EntryCreate(text: "")
    /// Whether words such as `#garden` become tags of the entry; `nil` means the setting.
    package var hasTextTags: Bool?
    /// The name of the template that the text is written with.
    package var template: String?
    /// The value of `--at`; `nil` means now.
    package var date: String?
    /// The value of `--id`; `nil` means a random one.
    package var id: String?

    /// Creates an entry in the default notebook of the settings.
    package init(words: [String]) { self.words = words }

    /// Parses a command line that is only `new` and words; returns `nil` for any other.
    ///
    /// Most runs are of this kind, and building the argument parser would take longer than the rest
    /// of the run. Arguments that may be options are parsed by the argument parser.
    ///
    /// - Parameter arguments: The command line without the name of the program.
    package init?(plainArguments arguments: some Collection<String>) {
        guard arguments.first == "new" else { return nil }
        let words = arguments.dropFirst()
        guard !words.contains(where: { $0.utf8.first == UInt8(ascii: "-") }) else { return nil }
        self.init(words: Array(words))
    }

    /// Writes the entry and prints its id.
    package func write(in context: CommandContext) throws(ClientError) {
        let run = NewEntryRun(self, in: context, editorTemplate: context.settings.template)
        try run.write(try run.text())
    }

    /// Writes an entry if standard input has a text.
    ///
    /// - Returns: False if standard input is empty.
    package func writePiped(in context: CommandContext) throws(ClientError) -> Bool {
        let run = NewEntryRun(self, in: context)
        guard let text = try run.source.readPiped() else { return false }
        try run.write(text)
        return true
    }

    /// Delivers the outbox, and then writes the entry if the command line or standard input has a
    /// text.
    package func deliver(in context: CommandContext) throws(ClientError) {
        let run = NewEntryRun(self, in: context)
        let hasText = !words.isEmpty || template != nil
        let text = hasText ? try run.text() : try run.source.readPiped()
        try run.deliver(thenWrite: text) {
            $0.notebook = attributes.notebook ?? $0.notebook
            $0.createNotebook = attributes.createNotebook || $0.createNotebook
        }
    }

    /// Throws an error if a text was passed to an option that only lists something.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - context: The run.
    /// - Throws: The error; its advice has the path of a text from standard input, which is saved.
    package func rejectText(with option: String, in context: CommandContext) throws(ClientError) {
        let run = NewEntryRun(self, in: context)
        let text =
            words.isEmpty
            ? try run.source.readExclusiveInput() : try run.source.read(draftName: "") { "" }
        guard let text else { return }
        throw run.kept(
            text,
            after: ClientError(
                .usage,
                "\(option) cannot be combined with a text; nothing was written"
            )
        )
    }
}

/// One run of `journal new`.
///
/// The options are evaluated first, once. The text is read even if one of them is invalid:
/// standard input cannot be read again, so that the text is saved with the valid options.
struct NewEntryRun {
    /// The source of the text.
    let source: TextSource
    private let context: CommandContext
    /// The entry without its text; only what the options determine.
    private var call: EntryCreate
    private let hasTextTags: Bool?
    private var template: Template?
    /// The error of the first invalid option.
    private var problem: ClientError?

    /// Evaluates the options of an entry.
    ///
    /// - Parameters:
    ///   - entry: The options.
    ///   - context: The run.
    ///   - editorTemplate: The template for a text that is written in the editor, unless the
    ///     options have one.
    init(_ entry: NewEntry, in context: CommandContext, editorTemplate: String? = nil) {
        self.context = context
        call = entry.attributes
        hasTextTags = entry.hasTextTags
        var source = TextSource(context: context, words: entry.words)
        do throws(ClientError) {
            if let name = entry.template ?? (source.opensEditor ? editorTemplate : nil) {
                let directory = try context.configurationDirectory()
                let folder = TemplateFolder(configurationDirectory: directory)
                let template = try folder.template(name)
                call.notebook = call.notebook ?? template.notebook
                call.tags = template.tagsAdded(to: call.tags)
                self.template = template
            }
        } catch {
            problem = error
        }
        do throws(ClientError) {
            if let date = entry.date {
                call.createdAt = try DateArgument(context).instant(date)
                call.zone = LocalTime.zone(environment: context.environment)
            }
        } catch {
            problem = problem ?? error
        }
        if let id = entry.id {
            call.id = EntryID(id)
            if call.id == nil {
                problem = problem ?? ClientError(.usage, "invalid id \"\(id)\"; use a UUID")
            }
        }
        source.attributes = { [call, hasTextTags] in
            Self.attributes(of: call, hasTextTags: hasTextTags)
        }
        self.source = source
    }

    private static func attributes(of call: EntryCreate, hasTextTags: Bool?) -> DraftAttributes {
        var attributes = DraftAttributes(call)
        attributes.id = call.id
        attributes.textTags = hasTextTags
        return attributes
    }

    /// Returns the error with the path of the text, which is saved.
    func kept(_ text: TextSource.Text?, after error: ClientError) -> ClientError {
        // Options are saved with the text, and only `journal drafts` reads them.
        let hasOptions = source.attributes() != DraftAttributes()
        return text?.kept(after: error, in: context, for: hasOptions ? nil : "journal new -")
            ?? error
    }

    /// Reads the text from the arguments, standard input or the editor, with the template.
    func text() throws(ClientError) -> TextSource.Text {
        // An invalid option is reported before the user writes the text.
        if source.opensEditor, let problem { throw problem }
        let draftName = call.id.map { "new-\($0)" } ?? "new"
        guard let template else { return try source.read(draftName: draftName) { "" } }
        let fields = TemplateFields(date: call.createdAt ?? LocalTime.now())
        if !source.opensEditor {
            var text = try source.read(draftName: draftName) { "" }
            if !text.text.isBlank {
                text.text = template.text(fields, with: text.text)
                return text
            }
        }
        let initial = template.text(fields)
        let unchanged = ClientError(.input, "the template is unchanged; nothing was written")
        // Without a terminal, no editor can be opened.
        guard !source.readsStandardInput else { throw unchanged }
        let text = try source.edit(draftName: draftName, initial: initial)
        guard !text.isSame(as: Editor.trimmed(initial)) else {
            text.discardDraft()
            throw unchanged
        }
        return text
    }

    /// Writes the entry and prints its id.
    func write(_ text: TextSource.Text) throws(ClientError) {
        try write(text, with: try writer(for: text))
    }

    /// Delivers the outbox, and then writes the entry.
    ///
    /// - Parameters:
    ///   - text: The text of the entry, or `nil` to write none.
    ///   - adjust: Changes the requests of the outbox before they are sent.
    /// - Throws: The failures of both as one.
    func deliver(
        thenWrite text: TextSource.Text?,
        adjust: (inout EntryCreate) -> Void
    ) throws(ClientError) {
        let writer = try writer(for: text)
        var failures: [ClientError] = []
        do throws(ClientError) {
            try writer.flushOutbox(adjust: adjust) { show($0) }
        } catch {
            failures.append(error)
        }
        do throws(ClientError) {
            if let text { try write(text, with: writer) }
        } catch {
            failures.append(error)
        }
        if let failure = ClientError(joining: failures) { throw failure }
    }

    private func writer(for text: TextSource.Text?) throws(ClientError) -> EntryWriter {
        do throws(ClientError) {
            if let problem { throw problem }
            var writer = try EntryWriter(context)
            writer.notebookCreated = EntryWriter.announceNotebook
            let client = try context.client
            writer.unlock = { () throws(ClientError) in
                try JournalUnlocking(client).askAndUnlock()
            }
            return writer
        } catch {
            throw kept(text, after: error)
        }
    }

    private func write(
        _ text: TextSource.Text,
        with writer: EntryWriter
    ) throws(ClientError) {
        show(try writer.write(request(text.text), draft: text.draft))
        text.discardDraft()
        for reminder in writer.reminders(isInteractive: StandardDescriptors.isTerminal(2)) {
            StandardError.say("journal: \(reminder)")
        }
    }

    /// Returns the request with the text, and with the defaults of what the options leave open.
    private func request(_ text: String) -> EntryCreate {
        var call = call
        call.text = text
        call.notebook = call.notebook ?? context.settings.notebook
        if context.settings.makesTextTags(hasTextTags) {
            call.tags = TextTags(text).adding(to: call.tags)
        }
        call.id = call.id ?? .random()
        call.createdAt = call.createdAt ?? LocalTime.now()
        call.zone = LocalTime.zone(environment: context.environment)
        return call
    }

    private func show(_ written: EntryWritten) {
        context.show(
            written.id.text,
            written.json,
            stored: "entry \(written.id) was written"
        )
    }
}
