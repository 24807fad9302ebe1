// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Hummingbird

/// Serves the routes of the example budgets with plain SQLite, except for the events, on port 8080
/// of this machine, or on the port of the first argument.
@main
enum BudgetsSQLite {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 8080
        let path = "budgets.sqlite"
        let application = Application(
            router: makeRouter(ledger: try Ledger(path), readers: Readers(path)),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        )
        try await application.runService()
    }
}
