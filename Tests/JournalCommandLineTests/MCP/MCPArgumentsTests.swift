// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct MCPArgumentsTests {
    private static func message(
        _ tool: MCPTool,
        _ arguments: JSON,
        _ read: (MCPArguments) throws(ClientError) -> Void
    ) -> String? {
        do throws(ClientError) {
            try read(try MCPArguments(arguments, of: tool))
            return nil
        } catch {
            return error.code == .usage ? error.message : "\(error.code)"
        }
    }

    @Test func unknownArgumentIsNamedWithTheKnownOnes() throws {
        let message = try #require(Self.message(.read, ["ident": "x"]) { _ in })
        #expect(message.hasPrefix("unknown argument \"ident\"; read_entry has id"))
        let none = try #require(Self.message(.notebooks, ["a": 1]) { _ in })
        #expect(none == "unknown argument \"a\"; list_notebooks has no arguments")
        #expect(Self.message(.notebooks, .null) { _ in } == nil)
        #expect(
            Self.message(.notebooks, []) { _ in } == "arguments: expected an object, got an array"
        )
    }

    @Test(
        arguments: [
            (["id": 1], "arguments.id: expected a string, got a number"),
            ([:], "arguments.id: is required"),
            (["id": .null], "arguments.id: is required"), (["id": "xyz"], "invalid id \"xyz\""),
            (["id": "8c5"], "invalid id \"8c5\""),
        ] as [(JSON, String)]
    )
    func entryIsRequired(arguments: JSON, expected: String) {
        let message = Self.message(.read, arguments) { arguments throws(ClientError) in
            _ = try arguments.entry()
        }
        #expect(message == expected)
    }

    @Test func limitHasARangeAndADefault() throws {
        func limit(_ arguments: JSON) throws -> Int {
            try MCPArguments(arguments, of: .list).limit()
        }
        #expect(try limit([:]) == 20)
        #expect(try limit(["limit": 100]) == 100)
        for number in [0, 101, -1] as [JSON] {
            let error = #expect(throws: ClientError.self) { try limit(["limit": number]) }
            #expect(
                error?.message
                    == "arguments.limit: expected an integer from 1 to 100, got \(number)"
            )
        }
    }

    @Test(
        arguments: [
            ([:], nil), (["tags": []], []), (["tags": ["a", "b,c"]], ["a", "b", "c"]),
            (["tags": ["#home"]], ["home"]), (["tags": .null], nil),
        ] as [(JSON, [String]?)]
    )
    func listsOfTagsAreDivided(arguments: JSON, tags: [String]?) throws {
        #expect(try MCPArguments(arguments, of: .write).tags() == tags)
    }

    @Test(arguments: MCPTool.allCases) func toolsAreDescribed(tool: MCPTool) {
        #expect(!tool.title.isEmpty)
        #expect(tool.summary.hasSuffix(".") || tool.summary.contains(". "))
        #expect(Set(tool.parameters.map(\.name)).count == tool.parameters.count)
        for parameter in tool.parameters {
            #expect(!parameter.description.isEmpty, "\(parameter.name)")
            #expect(parameter.type["type"] != nil, "\(parameter.name)")
        }
    }
}
