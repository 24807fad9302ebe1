// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
@testable import SwiftDataHub
import SwiftDataSpace
import Testing

/// A database in the states that a person may leave it in.
struct PostgreSQLTests {
    /// The first address of a database in the variable of the conformance suite.
    private static let address = HubUnderTest.all.compactMap { place in
        if case .address(let text) = place, text.hasPrefix("postgres") { text } else { nil }
    }
    .first

    private let space = SpaceID.random()

    @Test func serverThatDoesNotRunIsUnreachable() throws {
        let hub = try RemoteHub(program: ["postgresql:///x?host=/missing"])
        let error = #expect(throws: HubError.self) { try hub.create() }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("/missing") == true)
        #expect(error?.message.contains("check the address and the server") == true)
    }

    @Test(.enabled(if: address != nil)) func lostConnectionIsMadeAgain() throws {
        let name = "test-\(space)"
        let hub = try hub("application_name=\(name)")
        try hub.create()
        for number in 0..<3 {
            try hub.put([1], as: try space.object(number))
            let count = try query(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
                    + "WHERE application_name = '\(name)'"
            )
            #expect(count == "t")
            #expect(try hub.list(HubPrefix(space: space)).items.count == number + 1)
        }
    }

    @Test(.enabled(if: address != nil)) func databaseWithoutTheTableIsNoHub() throws {
        let schema = try newSchema()
        let hub = try hub("options=-c%20search_path%3D\(schema)")
        for call in try calls(on: hub) {
            let error = #expect(throws: HubError.self) { try call() }
            #expect(error?.code == .notHub)
        }
        try hub.create()
        for call in try calls(on: hub) { try call() }
    }

    @Test(.enabled(if: address != nil)) func otherTableOfTheNameIsNoHub() throws {
        let schema = try newSchema()
        _ = try query("CREATE TABLE \(schema).swiftdata_object (number int)")
        let hub = try hub("options=-c%20search_path%3D\(schema)")
        for call in try calls(on: hub) {
            let error = #expect(throws: HubError.self) { try call() }
            #expect(error?.code == .notHub)
            #expect(error?.message.contains("use another database or schema") == true)
        }
    }

    @Test(.enabled(if: address != nil)) func databaseThatCannotBeWrittenDeniesIt() throws {
        try hub("").create()
        let hub = try hub("options=-c%20default_transaction_read_only%3Don")
        try hub.create()
        #expect(try hub.list(HubPrefix(space: space)).items.isEmpty)
        let name = try space.object(1)
        let error = #expect(throws: HubError.self) { try hub.put([1], as: name) }
        #expect(error?.code == .denied)
    }

    private func hub(_ option: String) throws -> RemoteHub {
        let address = try #require(Self.address)
        let separator = address.contains("?") ? "&" : "?"
        return try RemoteHub(program: [address + (option.isEmpty ? "" : separator + option)])
    }

    private func calls(on hub: RemoteHub) throws -> [() throws -> Void] {
        let name = try space.object(1)
        return [
            { _ = try hub.spaces() },
            { _ = try hub.list(HubPrefix(space: space)) },
            { _ = try hub.get(name) },
            { try hub.put([1], as: name) },
            { try hub.delete(name) },
        ]
    }

    private func newSchema() throws -> String {
        let name = "test_\(UInt32.random(in: 0 ... .max))"
        _ = try query("CREATE SCHEMA \(name)")
        return name
    }

    private func query(_ statement: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/psql")
        process.arguments = [try #require(Self.address), "-XqtAc", statement]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
