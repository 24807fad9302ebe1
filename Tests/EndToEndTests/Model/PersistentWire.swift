// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol

/// A connection that is opened again when it ends, to a daemon that may be killed at any time.
final class PersistentWire {
    private let bed: TestBed
    private let framing: Framing
    private var wire: Wire?
    /// The number of connections that ended before a reply.
    private(set) var lossCount = 0

    init(_ bed: TestBed, _ framing: Framing = .lines) {
        self.bed = bed
        self.framing = framing
    }

    private func connected() throws -> Wire {
        if let wire { return wire }
        let new = try eventually("a daemon that listens", within: .seconds(60)) {
            try? bed.connect(framing)
        }
        wire = new
        return new
    }

    /// Sends a request; nil if the connection ended before the reply.
    func exchange(_ method: String, _ params: JSON) throws -> JSON? {
        let wire = try connected()
        guard let id = try? wire.ask(method, params), let reply = try wire.reply(to: id),
            reply.kind != "shutting.down"
        else {
            self.wire = nil
            lossCount += 1
            return nil
        }
        return reply
    }

    /// Sends a request that can be repeated until there is a reply.
    func repeating(_ method: String, _ params: JSON = [:]) throws -> JSON {
        while true {
            if let reply = try exchange(method, params) { return reply }
        }
    }

    /// Returns the position of the store.
    func position() throws -> Int64 {
        let reply = try repeating("hello")
        guard let position = reply["result"]?["cursor"]?.revision else { throw Stuck("\(reply)") }
        return position
    }

    /// Returns all entries that match criteria, with their whole texts.
    func entries(_ filter: JSON) throws -> [JournalHistory.Version] {
        var found: [JournalHistory.Version] = []
        var params: JSONObject = JSONObject()
        params.append("filter", filter)
        params.append("limit", 1000)
        params.append("include", "full")
        while true {
            let reply = try repeating("entry.list", .object(params))
            guard let result = reply["result"] else { throw Stuck("\(reply)") }
            found += try (result["entries"]?.elements ?? []).map(JournalHistory.Version.init)
            guard let page = result["nextPage"] else { return found }
            params["page"] = page
        }
    }
}

extension JournalHistory.Version {
    /// Reads an entry of a reply.
    init(_ entry: JSON) throws {
        guard let id = entry["id"]?.stringValue, let revision = entry["rev"]?.integerValue,
            let state = EntryState(entry)
        else { throw Stuck("not an entry: \(entry)") }
        self.init(id: id, position: revision, revision: revision, state: state)
    }
}

extension JSON {
    /// The number of the commit of a cursor.
    var revision: Int64? { stringValue.flatMap { Cursor($0) }?.revision }

    /// The members of an object with some more.
    func with(_ key: String, _ value: JSON) -> JSON {
        guard case .object(var object) = self else { return self }
        object[key] = value
        return .object(object)
    }
}
