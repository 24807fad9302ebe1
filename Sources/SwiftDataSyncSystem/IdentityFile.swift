// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import SwiftDataSync

/// The file in the folder of a store that binds the store's node to the machine.
package struct IdentityFile: Sendable {
    /// The path.
    package let path: String
    private let machine: RowKey?

    /// Finds the file of a store.
    ///
    /// - Parameters:
    ///   - store: The path of the store, to which the name of the file is added.
    ///   - machineIDPath: The file with the identifier of the operating system's installation.
    package init(ofStore store: String, machineIDPath: String = "/etc/machine-id") {
        path = store + ".machine"
        machine = Self.machine(at: machineIDPath)
    }

    /// Reads an identifier of 32 hexadecimal digits; nil if the file has none.
    private static func machine(at path: String) -> RowKey? {
        guard let file = try? OpenFile(reading: path), let content = try? file.read(limit: 64)
        else { return nil }
        let text = String(decoding: content, as: UTF8.self).prefix { $0 != "\n" }
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        return RowKey(high: high, low: low)
    }

    // MARK: Reading

    /// Reads the file.
    ///
    /// - Throws: `IdentityFileError` if it exists and cannot be read, `SyncError` with the code
    ///   `.format` if a later version wrote it.
    package func read() throws -> IdentityFacts.File {
        guard let file = try OpenFile(readingIfPresent: path) else { return .missing }
        let status = try file.status()
        guard status.isRegular else { return .damaged }
        do {
            let bytes = try file.read(limit: MachineFile.maximumSize)
            return .found(try MachineFile(bytes: bytes), at: place(status))
        } catch let error as SyncError where error.code == .damaged {
            return .damaged
        }
    }

    private func place(_ status: OpenFile.Status) -> MachinePlace {
        MachinePlace(machine: machine, inode: status.inode, modified: status.modified)
    }

    // MARK: Writing

    /// Replaces the file by one that only the user can read, in one step and durably.
    ///
    /// A file that is being written is not at its place yet: after an interruption the previous one
    /// is found.
    ///
    /// - Parameter nodes: The nodes of the machine, the present one at the end.
    /// - Throws: `IdentityFileError` if it cannot be written; the previous file stays.
    package func write(nodes: [NodeID]) throws(IdentityFileError) {
        let temporary = path + ".new"
        // Left over from an interruption.
        unlink(temporary)
        do throws(IdentityFileError) {
            try write(nodes: nodes, to: temporary)
            guard rename(temporary, path) == 0 else {
                throw IdentityFileError("replaced", path: path)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        try OpenFile(folderOf: path).synchronize()
    }

    private func write(nodes: [NodeID], to temporary: String) throws(IdentityFileError) {
        let file = try OpenFile(creating: temporary)
        // Full seconds of an even number, which every file system can store.
        let now = time(nil) & ~1
        let status = try file.status()
        let place = MachinePlace(machine: machine, inode: status.inode, modified: Int64(now))
        try file.write(MachineFile(place: place, nodes: nodes).bytes)
        try file.setModified(seconds: now)
        try file.synchronize()
    }
}

/// An operation on the file of a machine that failed.
package struct IdentityFileError: Error, Equatable, CustomStringConvertible {
    /// The problem, then the remedy.
    package let description: String

    /// Describes the error of the last system call.
    init(_ operation: String, path: String) {
        let reason = String(cString: strerror(errno))
        description =
            "\(path) cannot be \(operation) (\(reason)); without it the machine does not synchronize. "
            + "Check the permissions and the space of its folder"
    }
}
