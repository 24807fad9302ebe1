// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Hummingbird

/// Returns the routes of the service.
///
/// A request that reads borrows a connection; one that writes passes values to the ledger.
func makeRouter(ledger: Ledger, readers: Readers) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("budgets") { request, _ in
        let page = try PageInput(request)
        return try readers.read { try $0.budgets(page) }
    }
    router.get("budgets/:id") { _, context in
        let id = try context.parameters.require("id", as: UUID.self)
        return try readers.read { try $0.output(of: id) }
    }
    router.get("budgets/:id/expenses") { request, context in
        let id = try context.parameters.require("id", as: UUID.self)
        let page = try PageInput(request)
        return try readers.read { try $0.expenses(of: id, page) }
    }
    router.post("budgets") { request, context in
        let input = try await request.decode(as: BudgetInput.self, context: context)
        return EditedResponse(status: .created, response: try await ledger.add(input))
    }
    router.post("budgets/:id/expenses") { request, context in
        let id = try context.parameters.require("id", as: UUID.self)
        let input = try await request.decode(as: ExpenseInput.self, context: context)
        return EditedResponse(status: .created, response: try await ledger.add(input, to: id))
    }
    router.delete("budgets/:id") { _, context -> HTTPResponse.Status in
        try await ledger.delete(try context.parameters.require("id", as: UUID.self))
        return .noContent
    }
    router.post("import") { request, context in
        let lines = try await request.decode(as: [ImportedExpense].self, context: context)
        return ["imported": try await ledger.add(lines)]
    }
    return router
}
