// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct List: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List entries, newest first.",
        aliases: ["ls"]
    )

    @OptionGroup var selection: FilterOptions

    @Flag(name: .long, help: "List the trash instead.")
    var trash = false

    @Option(
        name: [.customShort("n", allowingJoined: true), .customShort("l"), .long],
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of entries (default: 50).", valueName: "count")
    )
    var limit: Int?

    @Flag(name: .long, help: "List all entries.")
    var all = false

    @Flag(name: .long, help: "List the oldest entries first.")
    var oldest = false

    @Flag(name: .long, help: "Print whole texts.")
    var full = false

    @Flag(name: .long, help: "Print only the number of entries.")
    var count = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run(in context: CommandContext) throws(ClientError) {
        let filter = try selection.filter(context, trashed: trash)
        guard !count else {
            let reply = try context.client.call(EntryCount(filter: filter))
            context.show(String(reply.count), reply.json)
            return
        }
        let pages = EntryPages(
            client: try context.client,
            filter: filter,
            order: oldest ? .oldest : .newest,
            include: full || context.format != .text ? .full : .summary,
            limit: all ? nil : limit ?? Limits.defaultPage
        )
        if try show(pages, context) != nil, limit == nil, context.format == .text {
            let count = try context.client.call(EntryCount(filter: filter)).count
            StandardError.say(
                "journal: \(Limits.defaultPage) of \(count) entries; use -n NUMBER or --all for more"
            )
        }
    }

    /// Prints the entries, and returns the position of the first one that was not printed.
    private func show(
        _ pages: EntryPages,
        _ context: CommandContext
    ) throws(ClientError) -> PageCursor? {
        let text = EntryText(terminal: context.terminal)
        var collected: [EntryRecord] = []
        let next = try pages.forEach { entry in
            switch context.format {
            case .json: collected.append(entry)
            case .jsonLines: context.output.line(entry.json)
            case .text: context.output.line(styled: full ? text.full(entry) : text.line(entry))
            }
        }
        guard context.format == .json else { return next }
        var object: JSON = ["entries": .array(collected.map(\.json))]
        if let next, case .object(var members) = object {
            members["nextPage"] = next.json
            object = .object(members)
        }
        context.output.line(object)
        return next
    }
}
