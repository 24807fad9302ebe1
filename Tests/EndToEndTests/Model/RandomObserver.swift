// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol

/// A client with one subscription or live list, which it loses and continues at random.
///
/// Some clients also write, on the connection of a subscription that does not report their changes.
struct RandomObserver {
    private let bed: TestBed
    private let shared: SharedHistory
    private var random: SplitMix
    private(set) var record: ObservationRecord
    private let reportsProgress: Bool
    /// The position of a subscription after its last whole notification.
    private var cursor: JSON?
    private var lastName: Int64 = 0
    private var name: Int64?
    private var wasReset = false
    /// Changes of which more follow.
    private var pending: [ObservationRecord.Item] = []
    /// The generation in which the picture became as new as its position.
    private var settledGeneration: Int?
    /// The number of connections that were opened.
    private var connectionCount = 0
    private var writer: RandomWriter?
    /// The number of writes that the client will make.
    private var remainingWrites: Int

    init(
        _ bed: TestBed,
        _ shared: SharedHistory,
        seed: UInt64,
        isUnfiltered: Bool,
        writeCount: Int = 0
    ) {
        self.bed = bed
        self.shared = shared
        random = SplitMix(seed: seed)
        remainingWrites = writeCount
        writer = writeCount > 0 ? RandomWriter(bed, shared, seed: seed &+ 500) : nil
        let criteria = isUnfiltered ? Criteria() : Criteria(&random)
        reportsProgress = random.oneIn(2)
        record = ObservationRecord(
            name: "observer \(seed)",
            criteria: criteria,
            include: random.pick(["ids", "summary", "full"])
        )
        guard !isUnfiltered, writeCount == 0, random.oneIn(2) else { return }
        if record.include == "full" {
            record = ObservationRecord(
                name: record.name,
                criteria: criteria,
                include: "summary"
            )
        }
        record.list = ObservationRecord.ListForm(
            isNewestFirst: random.oneIn(2),
            limit: random.pick([1, 4, 20, 1000]),
            grouping: random.pick(["none", "day", "notebook", "tag"])
        )
    }

    /// Observes until all writers ended.
    mutating func run() throws {
        while true {
            let framing = random.pick(Framing.allCases)
            let wire = try eventually("a daemon that listens", within: .seconds(60)) {
                try? bed.connect(framing)
            }
            connectionCount += 1
            record.events.append(.connected(connectionCount))
            pending = []
            name = nil
            if try observe(wire) { return }
        }
    }

    /// Observes until the connection ends; returns whether all writers ended before.
    private mutating func observe(_ wire: Wire) throws -> Bool {
        while true {
            let isLast = shared.isFinished
            if name == nil || wasReset {
                guard try begin(wire) else { return false }
            }
            let generation = shared.generation
            guard var flushed = try flush(wire) else { return false }
            if settledGeneration == nil {
                // What was read from the store can be newer than the last commit that the daemon
                // has reported; it reports all before the reply to a later write.
                let write = try call(wire, "entry.delete", ["id": .string(Self.unknownID)])
                guard write != nil, let position = try flush(wire) else { return false }
                flushed = position
            }
            guard !wasReset else { continue }
            if name != nil, generation == shared.generation, generation.isMultiple(of: 2) {
                record.events.append(.settled(at: flushed))
                settledGeneration = generation
            }
            if isLast {
                guard let rows = try present(wire) else { return false }
                record.events.append(.ended(rows))
                return true
            }
            guard try writeSome(wire) else { return false }
            switch random.number(0..<10) {
            // Nothing is read meanwhile.
            case 0...2: try shared.waitForWrites(random.number(1..<60))
            case 3: return false
            case 4: guard try end(wire) else { return false }
            case 5...6: try shared.waitForWrites(1)
            default: break
            }
        }
    }

    /// Makes some of the remaining writes; returns false if the connection ended.
    private mutating func writeSome(_ wire: Wire) throws -> Bool {
        guard var writer, remainingWrites > 0 else { return true }
        var isOpen = true
        for _ in 0..<random.number(0..<5) where isOpen && remainingWrites > 0 {
            let known = writer.written.count
            try shared.write {
                try writer.write { method, params in
                    let reply = try call(wire, method, params)
                    if reply == nil { isOpen = false }
                    return reply
                }
            }
            for version in writer.written[known...] {
                record.own.append(.init(connection: connectionCount, version: version))
            }
            remainingWrites -= 1
            if remainingWrites == 0 { shared.endObserver() }
        }
        self.writer = writer
        return isOpen
    }

    private static let unknownID = "00000000-0000-4000-8000-000000000000"

    /// Receives everything up to the present commit, and returns its number.
    private mutating func flush(_ wire: Wire) throws -> Int64? {
        try call(wire, "flush")?["result"]?["cursor"]?.revision
    }

    // MARK: Subscriptions

    /// Begins the subscription or opens the list; returns false if the connection ended.
    private mutating func begin(_ wire: Wire) throws -> Bool {
        if wasReset {
            guard try end(wire) else { return false }
            cursor = nil
        }
        wasReset = false
        settledGeneration = nil
        var params = record.criteria.params
        params.append("include", record.include)
        lastName += 1
        let id = lastName
        name = id
        if let list = record.list {
            params.append("order", list.isNewestFirst ? "newest" : "oldest")
            params.append("limit", list.limit)
            params.append("groupBy", list.grouping)
            record.events.append(.resumed)
        } else {
            params.append("progress", reportsProgress)
            params.append("noEcho", writer != nil)
            params.append("snapshot", cursor == nil)
            if let cursor { params.append("since", cursor.stringValue) }
            record.events.append(cursor == nil ? .restarted : .resumed)
        }
        let method = record.list == nil ? "subscribe" : "list.open"
        guard let reply = try call(wire, method, .object(params), id: id) else { return false }
        if let error = reply["error"] {
            name = nil
            guard error.kind == "notebook.notFound" else { throw Stuck("\(record): \(error)") }
            // Nothing matches until there is such a notebook again.
            cursor = nil
            wasReset = false
            record.events.append(.restarted)
            if !shared.isFinished { try shared.waitForWrites(20) }
            return true
        }
        if reply["result"]?["mode"] == "reset" { wasReset = true }
        return true
    }

    private mutating func end(_ wire: Wire) throws -> Bool {
        guard let id = name else { return true }
        let isList = record.list != nil
        let reply = try call(
            wire,
            isList ? "list.close" : "unsubscribe",
            [isList ? "list" : "sub": .integer(id)]
        )
        name = nil
        pending = []
        if let reply, reply["result"] == nil { throw Stuck("\(record.name): \(reply)") }
        return reply != nil
    }

    /// Returns the entries that match now; nil if the connection ended.
    private mutating func present(_ wire: Wire) throws -> [ObservationRecord.Row]? {
        var rows: [ObservationRecord.Row] = []
        var params = record.criteria.params
        let isSearch = record.criteria.query != nil
        params.append("limit", 1000)
        params.append("include", isSearch ? "summary" : "ids")
        while true {
            let method = isSearch ? "entry.search" : "entry.list"
            guard let reply = try call(wire, method, .object(params)) else { return nil }
            guard let result = reply["result"] else {
                guard reply.kind == "notebook.notFound" else { throw Stuck("\(reply)") }
                return []
            }
            for found in (result["matches"] ?? result["ids"])?.elements ?? [] {
                rows.append(try ObservationRecord.Row(found["entry"] ?? found))
            }
            guard let page = result["nextPage"] else { return rows }
            params["page"] = page
        }
    }

    // MARK: Messages

    /// Sends a request and returns the reply, after all messages before it; nil if the connection
    /// ends.
    private mutating func call(
        _ wire: Wire,
        _ method: String,
        _ params: JSON = [:],
        id: Int64? = nil
    ) throws -> JSON? {
        lastName += 1
        let id = id ?? lastName
        guard (try? wire.send(request: id, method, params)) != nil else { return nil }
        while let message = try wire.message(within: .seconds(60)) {
            if message["method"] != nil {
                try handle(message)
            } else if message["id"] == .integer(id) {
                if message.kind == "shutting.down" { return nil }
                if method == "list.open", let result = message["result"] { try open(result) }
                return message
            } else if message["id"] == .null {
                return nil
            } else {
                throw Stuck("\(record.name): unexpected \(message)")
            }
        }
        return nil
    }

    private mutating func open(_ result: JSON) throws {
        let rows = try (result["rows"]?.elements ?? []).map(ObservationRecord.Row.init)
        guard let position = result["cursor"]?.revision else { throw Stuck("\(result)") }
        if result["more"] == true {
            pending = rows.enumerated().map {
                ObservationRecord.Item(operation: "insert", row: $1, index: $0)
            }
            record.events.append(.read([], at: -1))
        } else {
            record.events.append(.read(rows, at: position))
        }
    }

    private mutating func handle(_ message: JSON) throws {
        guard let params = message["params"], let name else {
            throw Stuck("\(record.name): nothing is observed, but there is \(message)")
        }
        guard (params["sub"] ?? params["list"]) == .integer(name) else {
            throw Stuck("\(record.name): \(message) is not for \(name)")
        }
        switch message["method"] {
        case "changes", "list.changes":
            guard let first = params["from"]?.revision, let last = params["to"]?.revision else {
                throw Stuck("\(message)")
            }
            pending += try (params["items"]?.elements ?? []).compactMap(
                ObservationRecord.Item.init
            )
            guard params["more"] != true else { return }
            if let settledGeneration, settledGeneration != shared.generation {
                // Another daemon may have sent this, from the history.
                self.settledGeneration = nil
                record.events.append(.resumed)
            }
            record.events.append(.changed(pending, from: first, to: last))
            pending = []
            cursor = params["to"]
        case "reset":
            wasReset = true
            pending = []
            record.events.append(.restarted)
        case "end": break
        default: throw Stuck("\(record.name): unexpected \(message)")
        }
    }
}
