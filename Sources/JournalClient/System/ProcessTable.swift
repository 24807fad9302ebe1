// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Other processes, as `/proc` describes them.
package enum ProcessTable {
    /// Returns the short name of a process, or nil if there is no such process.
    static func name(of process: Int32) -> String? {
        guard let bytes = try? FileSystem.read("/proc/\(process)/comm") else { return nil }
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Returns whether a process is running; a zombie is not.
    package static func isRunning(_ process: Int) -> Bool {
        guard let bytes = try? FileSystem.read("/proc/\(process)/stat"),
            let name = bytes.lastIndex(of: UInt8(ascii: ")")), name + 2 < bytes.count
        else { return false }
        return bytes[name + 2] != UInt8(ascii: "Z") && bytes[name + 2] != UInt8(ascii: "X")
    }
}
