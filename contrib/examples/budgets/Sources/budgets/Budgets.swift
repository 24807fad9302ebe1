// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Hummingbird
import SwiftData

/// Serves budgets and expenses on port 8080 of this machine, or on the port of the first argument.
@main
enum Budgets {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 8080
        let store = URL(filePath: "budgets.store")
        let application = Application(
            router: makeRouter(try .budgets(store)),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        )
        try await application.runService()
    }
}
