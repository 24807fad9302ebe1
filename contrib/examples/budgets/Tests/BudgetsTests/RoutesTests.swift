// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Hummingbird
import HummingbirdTesting
import SwiftData
import Testing

@testable import budgets

struct RoutesTests {
    private let application: Application<RouterResponder<BasicRequestContext>>

    init() throws {
        application = Application(responder: makeRouter(try .budgets(nil)).buildResponder())
    }

    @Test func aNameIsTakenOnce() async throws {
        try await application.test(.router) { client in
            let travel = try await client.add("travel", limit: 50_000)
            #expect(travel.spent == 0)
            try await client.expect(
                .conflict,
                "a budget has the name \\\"travel\\\" already",
                from: .post,
                "/budgets",
                #"{"name":"travel","limit":1}"#
            )
            let page = try await client.get(Page<BudgetOutput>.self, "/budgets")
            #expect(page.elements == [travel])
        }
    }

    @Test(arguments: [
        (#"{"name":"","limit":1}"#, "a name has 1 to 80 characters, not 0"),
        (#"{"name":"a","limit":0}"#, "the limit 0 is not positive"),
    ])
    func brokenRulesAreAnswers(body: String, message: String) async throws {
        try await application.test(.router) { client in
            try await client.expect(.unprocessableContent, message, from: .post, "/budgets", body)
        }
    }

    @Test func expensesStayWithinTheLimit() async throws {
        try await application.test(.router) { client in
            let id = try await client.add("tea", limit: 1_000).id
            let expenses = "/budgets/\(id)/expenses"
            try await client.post(expenses, #"{"text":"green","cents":800}"#)
            let tooMuch = #"{"text":"black","cents":300}"#
            let message = "the budget has 200 cents left"
            try await client.expect(.conflict, message, from: .post, expenses, tooMuch)
            try await client.post(expenses, #"{"text":"mint","cents":200}"#)
            #expect(try await client.get(BudgetOutput.self, "/budgets/\(id)").spent == 1_000)
        }
    }

    @Test func expensesOfRequestsAtOnceStayWithinTheLimit() async throws {
        try await application.test(.router) { client in
            let id = try await client.add("tea", limit: 1_000).id
            await withTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        let body = ByteBuffer(string: #"{"text":"cup","cents":300}"#)
                        let uri = "/budgets/\(id)/expenses"
                        _ = try? await client.execute(uri: uri, method: .post, body: body)
                    }
                }
            }
            #expect(try await client.get(BudgetOutput.self, "/budgets/\(id)").spent == 900)
        }
    }

    @Test func expensesAreOnPages() async throws {
        try await application.test(.router) { client in
            let id = try await client.add("tea", limit: 1_000).id
            let expenses = "/budgets/\(id)/expenses"
            for day in 1...5 {
                let date = "2026-11-0\(day)T12:00:00Z"
                try await client.post(expenses, #"{"text":"","cents":\#(day),"date":"\#(date)"}"#)
            }
            let page = try await client.get(Page<ExpenseOutput>.self, expenses + "?page=2&size=2")
            #expect(page.count == 5)
            #expect(page.elements.map(\.cents) == [3, 2])
            try await client.expect(
                .unprocessableContent,
                "there is no page 0 of 20; a size is at most 100",
                from: .get,
                expenses + "?page=0",
                ""
            )
        }
    }

    @Test func budgetsAreOnPagesInTheOrderOfTheirNames() async throws {
        try await application.test(.router) { client in
            for name in ["tea", "Tea", "a9", "a10"] { _ = try await client.add(name, limit: 1) }
            let page = try await client.get(Page<BudgetOutput>.self, "/budgets?page=2&size=2")
            #expect(page.count == 4)
            #expect(page.elements.map(\.name) == ["a9", "tea"])
        }
    }

    @Test func anImportIsCompleteOrEmpty() async throws {
        try await application.test(.router) { client in
            let id = try await client.add("tea", limit: 1_000).id
            let line = #"{"budget":"tea","expense":{"text":"cup","cents":300}}"#
            let other = #"{"budget":"coffee","expense":{"text":"cup","cents":300}}"#
            let message = "there is no budget \\\"coffee\\\""
            let body = "[\(line),\(other)]"
            try await client.expect(.notFound, message, from: .post, "/import", body)
            #expect(try await client.get(BudgetOutput.self, "/budgets/\(id)").spent == 0)
            try await client.post("/import", "[\(line),\(line)]", status: .ok)
            #expect(try await client.get(BudgetOutput.self, "/budgets/\(id)").spent == 600)
        }
    }

    @Test func aDeletedBudgetIsUnknown() async throws {
        try await application.test(.router) { client in
            let uri = "/budgets/\(try await client.add("tea", limit: 1_000).id)"
            try await client.execute(uri: uri, method: .delete) { response in
                #expect(response.status == .noContent)
            }
            try await client.execute(uri: uri, method: .get) { response in
                #expect(response.status == .notFound)
            }
        }
    }
}

extension TestClientProtocol {
    fileprivate func add(_ name: String, limit: Int) async throws -> BudgetOutput {
        let body = ByteBuffer(string: #"{"name":"\#(name)","limit":\#(limit)}"#)
        return try await execute(uri: "/budgets", method: .post, body: body) { response in
            #expect(response.status == .created)
            return try response.decoded(as: BudgetOutput.self)
        }
    }

    fileprivate func get<Value: Decodable>(_ type: Value.Type, _ uri: String) async throws -> Value
    {
        try await execute(uri: uri, method: .get) { try $0.decoded(as: type) }
    }

    fileprivate func post(
        _ uri: String,
        _ body: String,
        status: HTTPResponse.Status = .created
    ) async throws {
        try await execute(uri: uri, method: .post, body: ByteBuffer(string: body)) { response in
            #expect(response.status == status)
        }
    }

    fileprivate func expect(
        _ status: HTTPResponse.Status,
        _ message: String,
        from method: HTTPRequest.Method,
        _ uri: String,
        _ body: String
    ) async throws {
        try await execute(uri: uri, method: method, body: ByteBuffer(string: body)) { response in
            #expect(response.status == status)
            #expect(String(buffer: response.body) == #"{"error":{"message":"\#(message)"}}"#)
        }
    }
}

extension TestResponse {
    fileprivate func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(buffer: body))
    }
}
