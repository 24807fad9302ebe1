// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Crypto
internal import Dispatch
internal import JournalProtocol
internal import SwiftDataHub
internal import SwiftDataSpace
internal import SwiftDataSync

/// Makes a space on a hub, or opens one that another machine has made.
struct SpaceSetup: Sendable {
    /// A space and its key.
    typealias OpenSpace = (record: SpaceRecord, key: SpaceKey)

    private static let queue = DispatchQueue(label: "journal.space-key", qos: .userInitiated)

    let hub: any SyncHub

    /// Makes a space for a hub without one, of which the hub has no record yet.
    ///
    /// - Throws: `sync.space` if the hub has a space; the errors of the hub.
    func create(_ passphrase: Secret?) async throws -> OpenSpace {
        if let passphrase { try KeyEnvelope.check(new: passphrase) }
        try await hub.create()
        if let space = try await hub.spaces().first {
            throw ProtocolError(
                .syncSpace,
                "the hub has the space \(space) already; join it, or use another hub for a new one"
            )
        }
        return try await Self.openSpace(.random(), number: 1, passphrase)
    }

    /// Makes a new key for a space, and the record that replaces the present one.
    static func renewed(
        _ record: SpaceRecord,
        _ passphrase: Secret?
    ) async throws -> OpenSpace {
        if let passphrase { try KeyEnvelope.check(new: passphrase) }
        return try await openSpace(
            record.name.space,
            number: record.name.number + 1,
            passphrase
        )
    }

    private static func openSpace(
        _ space: SpaceID,
        number: UInt64,
        _ passphrase: Secret?
    ) async throws -> OpenSpace {
        let key = try SpaceKey.random()
        let record = try await derive {
            guard let passphrase else { return try SpaceRecord(space, number: number, key: key) }
            return try SpaceRecord(
                space,
                number: number,
                key: key,
                deriving: passphrase.derivation
            )
        }
        return (record, key)
    }

    /// Opens a space of the hub.
    ///
    /// - Parameters:
    ///   - space: The identifier; nil for the only space.
    ///   - credential: What opens it.
    /// - Returns: The space.
    /// - Throws: `sync.space` if there is no such space, or more than one; `SyncError` if the
    ///   credential is wrong; the errors of the hub.
    func join(_ space: String?, _ credential: SyncJoin.Credential) async throws -> OpenSpace {
        let space = try choose(space, of: try await hub.spaces())
        let listing = try await hub.list(HubPrefix(recordsOf: space))
        let names = listing.names.compactMap { SpaceRecordName($0.description) }
        guard let name = names.max(), let bytes = try await hub.get(name.hubName())
        else { throw ProtocolError(.syncSpace, "the hub has no record of the space \(space)") }
        let record = try SpaceRecord(bytes: bytes, named: name)
        switch credential {
        case .key(let text):
            let key = try text.withBytes { try KeyText.key(Array($0)) }
            try record.confirm(key)
            return (record, key)
        case .passphrase(let passphrase):
            let key = try await Self.derive { try record.key(deriving: passphrase.derivation) }
            return (record, key)
        }
    }

    private func choose(_ text: String?, of spaces: [SpaceID]) throws -> SpaceID {
        let list = spaces.map(\.description).joined(separator: ", ")
        if let text {
            guard let space = SpaceID(text.lowercased()), spaces.contains(space) else {
                throw ProtocolError(
                    .syncSpace,
                    "the hub has no space \(text)" + (list.isEmpty ? "" : "; it has \(list)")
                )
            }
            return space
        }
        guard spaces.count <= 1 else {
            throw ProtocolError(.syncSpace, "the hub has several spaces; name one of \(list)")
        }
        guard let space = spaces.first else {
            throw ProtocolError(.syncSpace, "the hub has no space; make one on the first machine")
        }
        return space
    }

    /// Runs a derivation, which takes time and memory on purpose, on a thread of its own.
    private static func derive<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}

extension SpaceRecordName {
    /// Returns the name on a hub.
    ///
    /// - Throws: `HubError`; every name of a record is one on a hub.
    func hubName() throws(HubError) -> HubName {
        guard let name = HubName(description) else {
            throw HubError(.invalid, message: "\(self) is no name on a hub")
        }
        return name
    }
}

extension Secret {
    /// Derives bytes from the passphrase.
    @Sendable fileprivate func derivation(_ scrypt: Scrypt) throws -> [UInt8] {
        let cost = KeyEnvelope.Cost(
            logarithm: Int(scrypt.logarithm),
            blockSize: Int(scrypt.blockSize),
            parallelism: Int(scrypt.parallelism)
        )
        let key = try KeyEnvelope.derive(self, salt: scrypt.salt, cost: cost)
        return key.withUnsafeBytes { [UInt8]($0) }
    }
}
