// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Facts about this process from the operating system.
package enum CurrentProcess {
    /// The environment variables.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var cursor = environ
        while let entry = cursor.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            cursor += 1
        }
        return variables
    }

    /// The effective user.
    package static var userID: UInt32 { geteuid() }

    /// The home directory of the user in `/etc/passwd`.
    package static var homeDirectory: String? { UserDatabase.local().homeDirectory(of: getuid()) }
}

/// The copy of its memory that a process leaves on the disk when it crashes.
package enum CoreDump {
    /// Disables it for the rest of the process.
    package static func disable() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
