// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Hummingbird
import SwiftData

/// Returns the routes of the service.
///
/// A request that reads has a context of its own; one that writes passes values to the ledger.
func makeRouter(_ container: ModelContainer) -> Router<BasicRequestContext> {
    let router = Router()
    let ledger = Ledger(modelContainer: container)
    router.get("budgets") { request, _ in
        try ModelContext(container).budgets(PageInput(request))
    }
    router.get("budgets/live") { request, _ in
        LiveBudgets(container: container).response(to: request)
    }
    router.get("budgets/:id") { _, context in
        let id = try context.parameters.require("id", as: UUID.self)
        return try ModelContext(container).output(of: id)
    }
    router.get("budgets/:id/expenses") { request, context in
        let id = try context.parameters.require("id", as: UUID.self)
        return try ModelContext(container).expenses(of: id, PageInput(request))
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
