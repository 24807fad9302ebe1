// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// What `journal new` is asked for.
package struct NewEntry: Sendable, Equatable {
    /// The text; `-` alone means standard input, no words mean standard input or the editor.
    package var words: [String]
    /// The notebook to write in, or nil for the default one.
    package var notebook: String?
    /// Whether a notebook that is missing is made.
    package var createNotebook = false
    /// The names of the tags.
    package var tags: [String] = []
    /// Whether the entry gets a star.
    package var starred = false
    /// When it happened, as a person says it; now when nil.
    package var at: String?
    /// The id to use; a random one when nil.
    package var id: String?

    /// Asks for a text in the default notebook.
    package init(words: [String]) { self.words = words }

    /// Understands a command line that says nothing but `new` and words.
    ///
    /// Nearly every run is one of these, and building the argument parser takes longer than all
    /// the rest of it. Whatever may be an option is left to the parser.
    ///
    /// - Parameter arguments: The command line without the name of the program.
    package init?(plainArguments arguments: some Collection<String>) {
        guard arguments.first == "new" else { return nil }
        let words = arguments.dropFirst()
        guard !words.contains(where: { $0.utf8.first == UInt8(ascii: "-") }) else { return nil }
        self.init(words: Array(words))
    }

    /// Writes the entry and shows its id.
    ///
    /// The text comes first: standard input cannot be read again once an option made no sense.
    package func write(in context: CommandContext) throws(ClientError) {
        try write(text(in: context), in: context, delivering: false)
    }

    /// Delivers the texts that were kept, and then writes the entry if there is one.
    package func deliverAndWrite(in context: CommandContext) throws(ClientError) {
        let text =
            words.isEmpty
            ? try TextSource(context: context, words: words).readPiped() : try text(in: context)
        try write(text, in: context, delivering: true)
    }

    private func text(in context: CommandContext) throws(ClientError) -> TextSource.Text {
        let name = id.flatMap { EntryID($0) }?.text ?? "new"
        return try TextSource(context: context, words: words).read(draftName: name) { "" }
    }

    private func write(
        _ text: TextSource.Text?,
        in context: CommandContext,
        delivering: Bool
    ) throws(ClientError) {
        let writer: EntryWriter
        let call: EntryCreate
        do throws(ClientError) {
            writer = try EntryWriter(context)
            call = try self.call(text?.text ?? "", context)
        } catch {
            throw text?.kept(after: error, in: context, for: "journal new -") ?? error
        }
        var failures: [ClientError] = []
        do throws(ClientError) {
            if delivering { try deliver(by: writer, context) }
        } catch {
            failures.append(error)
        }
        do throws(ClientError) {
            if let text { try write(call, text, by: writer, context) }
        } catch {
            failures.append(error)
        }
        if let failure = ClientError(joining: failures) { throw failure }
    }

    private func deliver(by writer: EntryWriter, _ context: CommandContext) throws(ClientError) {
        try writer.deliver {
            $0.notebook = notebook ?? $0.notebook
            $0.createNotebook = createNotebook || $0.createNotebook
        } _: {
            context.show($0.id.text, $0.json)
        }
    }

    private func write(
        _ call: EntryCreate,
        _ text: TextSource.Text,
        by writer: EntryWriter,
        _ context: CommandContext
    ) throws(ClientError) {
        let written = try writer.write(call, draft: text.draft)
        context.show(written.id.text, written.json)
        text.discardDraft()
        remind(writer.waitingCount)
    }

    private func call(_ text: String, _ context: CommandContext) throws(ClientError) -> EntryCreate
    {
        var chosen = EntryID.random()
        if let id {
            guard let given = EntryID(id) else {
                throw ClientError(.usage, "\"\(id)\" is not a UUID")
            }
            chosen = given
        }
        var time = LocalTime.now()
        if let at { time = try DateArgument().instant(at) }
        return EntryCreate(
            id: chosen,
            text: text,
            notebook: notebook,
            createNotebook: createNotebook,
            tags: tags,
            starred: starred,
            createdAt: time,
            zone: LocalTime.zone(environment: context.environment)
        )
    }

    private func remind(_ count: Int) {
        guard count > 0 else { return }
        StandardError.say(
            "journal: \(count) earlier \(count == 1 ? "text waits" : "texts wait") to be "
                + "delivered: journal new --deliver"
        )
    }
}
