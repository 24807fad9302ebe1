// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation
internal import SwiftDataHub
internal import SwiftDataSpace
internal import SwiftDataSync

/// The hubs of a user, by the names that configurations contain.
///
/// A hub is a place that stores sealed objects: a folder, which may be synchronized by another
/// program, a folder on another machine (`ssh://HOST/PATH`), or a database
/// (`postgresql://HOST/DATABASE`). All devices of a hub have its key, without which nothing there
/// can be read.
///
/// ```swift
/// let key = try await HubDirectory.current.create("notes", at: "/media/stick/notes")
/// ```
///
/// ## Topics
///
/// ### Directories
///
/// - ``current``
/// - ``init(file:)``
/// - ``file``
///
/// ### Hubs
///
/// - ``create(_:at:)``
/// - ``join(_:at:key:)``
/// - ``key(of:)``
/// - ``names``
/// - ``remove(_:)``
public struct HubDirectory: Hashable, Sendable {
    /// The file with a line for each hub: its name, its address and the path of its key.
    public let file: URL

    /// Creates a directory of the hubs in a file, which need not exist.
    public init(file: URL) { self.file = file }

    /// The directory of the user: the file `swiftdata/hubs` in `$XDG_CONFIG_HOME`, or `~/.config`
    /// by default.
    public static var current: HubDirectory {
        HubDirectory(environment: ProcessInfo.processInfo.environment)
    }

    /// Creates the directory of the user of an environment.
    init(environment: [String: String]) {
        let folder =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            ?? URL(filePath: Self.home(environment)).appending(path: ".config")
        self.init(file: folder.appending(path: "swiftdata").appending(path: "hubs"))
    }

    /// Returns `$HOME`, which Foundation does not read.
    private static func home(_ environment: [String: String]) -> String {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    }

    // MARK: Hubs

    /// The names of the hubs, in the order of the file.
    public var names: [String] {
        get throws { try lines().map(\.name) }
    }

    /// Makes a hub with a new key, and adds its line.
    ///
    /// - Parameters:
    ///   - name: The name of the hub, which configurations contain.
    ///   - address: A place that is no hub of other devices yet.
    /// - Returns: The key, with which other devices join the hub.
    /// - Throws: `CloudError`; nothing is added then.
    @discardableResult
    public func create(_ name: String, at address: String) async throws -> String {
        try checkNew(name, at: address)
        do {
            let hub = try HubConnection.hub(at: address, named: name)
            try await hub.create()
            guard try await hub.spaces().isEmpty else {
                throw CloudError(
                    .invalid,
                    message: "\(name): other devices use the hub already; join it with their key, "
                        + "or make one in another place"
                )
            }
            let key = try SpaceKey.random()
            let record = try SpaceRecord(SpaceID.random(), key: key)
            try KeyFile(keyURL(of: name)).write(key)
            try await hub.put(record.bytes, as: record.name.hubName())
            try add(name, at: address)
            return String(decoding: KeyText.text(key), as: UTF8.self)
        } catch {
            throw CloudError(describing: error)
        }
    }

    /// Adds the line of a hub that another device made.
    ///
    /// - Parameters:
    ///   - name: The name of the hub, which configurations contain.
    ///   - address: The place of the hub, as this device reaches it.
    ///   - text: The key of the hub.
    /// - Throws: `CloudError`, also if the key is the one of another hub; nothing is added then.
    public func join(_ name: String, at address: String, key text: String) async throws {
        try checkNew(name, at: address)
        do {
            let key = try KeyText.key(Array(text.utf8))
            let hub = try HubConnection.hub(at: address, named: name)
            _ = try await SpaceFinder(hub: hub).record(for: key)
            try KeyFile(keyURL(of: name)).write(key)
            try add(name, at: address)
        } catch {
            throw CloudError(describing: error)
        }
    }

    /// Returns the key of a hub, for another device.
    ///
    /// - Throws: `CloudError` with the code `.noAccount` if there is no line for the name.
    public func key(of name: String) throws -> String {
        guard let hub = try hub(named: name) else { throw unknown(name) }
        return String(decoding: KeyText.text(hub.key), as: UTF8.self)
    }

    /// Removes the line of a hub; its key and its objects remain.
    ///
    /// - Throws: `CloudError` with the code `.noAccount` if there is no line for the name.
    public func remove(_ name: String) throws {
        guard try lines().contains(where: { $0.name == name }) else { throw unknown(name) }
        // Line by line, so that comments remain.
        let text = try self.text().split(separator: "\n", omittingEmptySubsequences: false)
            .filter { $0.split(whereSeparator: \.isWhitespace).first.map(String.init) != name }
        try write(text.joined(separator: "\n"))
    }

    /// Returns the hub of a name with its key; nil if no line has the name.
    func hub(named name: String) throws(CloudError) -> NamedHub? {
        guard let line = try lines().first(where: { $0.name == name }) else { return nil }
        let url = URL(
            filePath: Self.expanded(line.keyPath),
            relativeTo: file.deletingLastPathComponent()
        )
        let key = try KeyFile(url.absoluteURL).read()
        return NamedHub(name: name, address: Self.expanded(line.address), key: key)
    }

    // MARK: Lines

    private func unknown(_ name: String) -> CloudError {
        CloudError(.noAccount, message: "\(file.path(percentEncoded: false)) has no hub \(name)")
    }

    private func keyURL(of name: String) -> URL {
        file.deletingLastPathComponent().appending(path: "\(name).key")
    }

    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/") else { return path }
        return home(ProcessInfo.processInfo.environment) + path.dropFirst()
    }

    private func checkNew(_ name: String, at address: String) throws(CloudError) {
        try HubLine.check(name: name)
        try HubLine.check(address: address)
        guard try !lines().contains(where: { $0.name == name }) else {
            throw CloudError(
                .invalid,
                message: "\(file.path(percentEncoded: false)) has a hub \(name) already; remove it "
                    + "first"
            )
        }
    }

    private func add(_ name: String, at address: String) throws {
        var text = try self.text()
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        try write(text + HubLine(name: name, address: address, keyPath: "\(name).key").text)
    }

    private func lines() throws(CloudError) -> [HubLine] {
        try HubLine.lines(of: text(), in: file)
    }

    private func text() throws(CloudError) -> String {
        try PrivateFile(file).read(limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func write(_ text: String) throws(CloudError) {
        try PrivateFile(file).replace(with: Array(text.utf8))
    }
}

/// A hub with its key.
struct NamedHub: Sendable {
    let name: String
    let address: String
    let key: SpaceKey
}
