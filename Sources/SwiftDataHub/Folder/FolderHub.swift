// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import SwiftDataSpace

/// A hub in a folder: local, on a medium, mounted from another machine, or synchronized by another
/// program.
///
/// An object is a file with its name as the path. A hidden file marks the folder, so that the
/// empty folder of a medium that is not mounted is not taken for a hub.
package final class FolderHub: BlockingHub {
    /// The file that marks the folder of a hub.
    package static let marker = ".swiftdata-hub"

    let root: String
    private let pollInterval: Duration?
    private let usesLinks: Bool

    /// Creates the hub of a folder, which need not exist.
    ///
    /// - Parameter root: The path of the folder.
    package convenience init(_ root: String) {
        self.init(root, pollInterval: nil, usesLinks: true)
    }

    /// Creates the hub of a folder.
    ///
    /// - Parameters:
    ///   - root: The path of the folder.
    ///   - pollInterval: The time between two listings of a wait; nil for that which suits the file
    ///     system.
    ///   - usesLinks: Whether files can have several names.
    init(_ root: String, pollInterval: Duration?, usesLinks: Bool) {
        self.root = root
        self.pollInterval = pollInterval
        self.usesLinks = usesLinks
    }

    /// Creates the folder, in an existing one, and marks it.
    package func create() throws(HubError) {
        if mkdir(root, 0o777) != 0, errno != EEXIST {
            let error = errno
            guard error == ENOENT else { throw .system(error, "cannot create \(root)") }
            throw HubError(
                .unreachable,
                message:
                    "cannot create \(root): its parent folder does not exist; mount the medium "
                    + "or create that folder"
            )
        }
        let path = root + "/" + Self.marker
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw .system(errno, "cannot create \(path)") }
        close(descriptor)
        try FolderFile.synchronize(folder: root)
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func spaces() throws(HubError) -> [SpaceID] {
        try check(space: nil)
        return try FolderScan.names(in: root).compactMap { SpaceID($0) }
            .filter { access("\(root)/\($0)/space", F_OK) == 0 }.sorted()
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func list(_ prefix: HubPrefix) throws(HubError) -> HubListing {
        HubListing(items: try scan(prefix).items, time: WallClock.milliseconds())
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func get(_ name: HubName) throws(HubError) -> [UInt8]? {
        try check(space: name.space)
        return try FolderFile.read(path(of: name))
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func put(_ bytes: [UInt8], as name: HubName) throws(HubError) {
        try HubLimits.check(bytes, of: name)
        try check(space: name.space)
        let file = NewFile(path: path(of: name), usesLinks: usesLinks)
        if let stored = try FolderFile.read(file.path) {
            guard stored == bytes else { throw .taken(name) }
            // A put that was interrupted may have left this undone.
            return try FolderFile.synchronize(folder: file.folder)
        }
        try makeFolders(of: name)
        guard try file.write(bytes) else { throw .taken(name) }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func delete(_ name: HubName) throws(HubError) {
        try check(space: name.space)
        let file = NewFile(path: path(of: name), usesLinks: usesLinks)
        guard unlink(file.path) != 0 else { return try FolderFile.synchronize(folder: file.folder) }
        let error = errno
        guard error == ENOENT || error == ENOTDIR else {
            throw .system(error, "cannot delete \(file.path)")
        }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant,
        interruptedBy interruption: Int32
    ) throws(HubError) {
        let watch = FolderWatch()
        let interval = pollInterval ?? MountTable.pollInterval(of: root)
        while true {
            var scan = try scan(prefix)
            // What was created before its folder was watched is found by another scan.
            while watch.add(scan.folders) { scan = try self.scan(prefix) }
            let listing = HubListing(items: scan.items, time: 0)
            guard listing.mark == mark, ContinuousClock.now < deadline else { return }
            let isInterrupted = watch.waitForChange(
                until: min(deadline, .now + interval),
                interruptedBy: interruption
            )
            if isInterrupted { return }
        }
    }

    private func path(of name: HubName) -> String { "\(root)/\(name)" }

    private func scan(_ prefix: HubPrefix) throws(HubError) -> FolderScan {
        try check(space: prefix.space)
        var scan = FolderScan(root: root, prefix: prefix)
        try scan.run()
        return scan
    }

    private func makeFolders(of name: HubName) throws(HubError) {
        var folder = root
        for word in name.description.split(separator: "/").dropLast() {
            let parent = folder
            folder += "/" + word
            if mkdir(folder, 0o777) == 0 {
                try FolderFile.synchronize(folder: parent)
            } else if errno != EEXIST {
                throw .system(errno, "cannot create \(folder)")
            }
        }
    }

    /// Checks that the folder is a hub.
    private func check(space: SpaceID?) throws(HubError) {
        if access(root + "/" + Self.marker, F_OK) == 0 { return }
        if let space, access("\(root)/\(space)", F_OK) == 0 { return }
        var status = stat()
        guard stat(root, &status) == 0 else {
            let error = errno
            guard error == ENOENT else { throw .system(error, "cannot read \(root)") }
            throw HubError(
                .unreachable,
                message: "\(root) does not exist; mount the medium or create a hub there"
            )
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw HubError(.notHub, message: "\(root) is not a folder; use the path of a folder")
        }
        // Programs that synchronize folders may skip hidden files.
        guard try FolderScan.names(in: root).contains(where: { SpaceID($0) != nil }) else {
            throw HubError(
                .notHub,
                message: "\(root) is not a hub; mount the medium or create a hub there"
            )
        }
    }
}
