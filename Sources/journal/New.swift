// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalProtocol

struct New: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write an entry.",
        discussion: HelpText.new
    )

    @Argument(help: ArgumentHelp("The text, or - for standard input.", valueName: "text"))
    var words: [String] = []

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("The notebook to write in.", valueName: "name")
    )
    var notebook: String?

    @Flag(name: .long, help: "Make the notebook if there is none of that name.")
    var createNotebook = false

    @Option(
        name: [.customShort("t"), .customLong("tag")],
        parsing: .singleValue,
        help: ArgumentHelp("A tag; may be given several times.", valueName: "name")
    )
    var tags: [String] = []

    @Flag(name: [.customShort("s"), .long], help: "Star the entry.")
    var star = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "When it happened: yesterday, \"18:30\", \"2026-11-21 18:30\", ...",
            valueName: "date"
        )
    )
    var at: String?

    @Option(name: .long, help: ArgumentHelp("The id to use, a UUID.", valueName: "uuid"))
    var id: String?

    @Flag(name: .long, help: "Deliver the texts that were kept when no daemon took them.")
    var deliver = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in session: Session) throws(ClientError) {
        let state = try session.stateDirectory()
        let writer = EntryWriter(
            client: session.client,
            undelivered: Undelivered(stateDirectory: state)
        )
        if deliver {
            try writer.deliver {
                $0.notebook = notebook ?? $0.notebook
                $0.createNotebook = createNotebook || $0.createNotebook
            } _: {
                Self.report($0, session)
            }
            guard !words.isEmpty else { return }
        }
        var call = try emptyCall(session)
        let source = TextSource(session: session, words: words)
        let text = try source.read(draftName: call.id?.text ?? "new") { "" }
        call.text = text.text
        Self.report(try writer.write(call), session)
        try text.discardDraft()
        remind(writer)
    }

    private func emptyCall(_ session: Session) throws(ClientError) -> EntryCreate {
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
            text: "",
            notebook: notebook,
            createNotebook: createNotebook,
            tags: tags,
            starred: star,
            createdAt: time,
            zone: LocalTime.zone(environment: session.environment)
        )
    }

    private static func report(_ written: EntryWritten, _ session: Session) {
        session.show(written.id.text, written.json)
    }

    private func remind(_ writer: EntryWriter) {
        let count = writer.waitingCount
        guard count > 0, !deliver else { return }
        StandardError.say(
            "journal: \(count) earlier \(count == 1 ? "text waits" : "texts wait") to be "
                + "delivered: journal new --deliver"
        )
    }
}
