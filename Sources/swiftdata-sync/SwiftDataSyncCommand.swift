// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftDataCloud

/// The command with which a person makes and joins the hubs of programs.
@main
enum SwiftDataSyncCommand {
    static func main() async {
        let command = HubCommand(
            hubs: .current,
            readKey: {
                FileHandle.standardError.write(Data("key: ".utf8))
                return readLine() ?? ""
            },
            output: { print($0) }
        )
        do {
            try await command.run(Array(CommandLine.arguments.dropFirst()))
        } catch let error as UsageError {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(64)
        } catch {
            FileHandle.standardError.write(Data("swiftdata-sync: \(error)\n".utf8))
            exit(1)
        }
    }
}
