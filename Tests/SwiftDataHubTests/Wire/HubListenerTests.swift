// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Dispatch
import Foundation
@testable import SwiftDataHub
import SwiftDataSpace
import Synchronization
import Testing

struct HubListenerTests {
    @Test func eachConnectionHasItsHub() throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/socket"
        let listener = try HubListener(at: socket) { FolderHub(folder.path) }
        DispatchQueue(label: "listener").async { try? listener.run() }
        let space = SpaceID.random()
        let hubs = (0..<3).map { _ in
            RemoteHub { () throws(HubError) in try WireConnection(socket: socket) }
        }
        try hubs[0].create()
        for (index, hub) in hubs.enumerated() { try hub.put([1], as: try space.object(index)) }
        for hub in hubs { #expect(try hub.list(HubPrefix(space: space)).items.count == 3) }
        let attributes = try FileManager.default.attributesOfItem(atPath: socket)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func socketInUseIsKeptAndOneWithoutAProcessReplaced() throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/socket"
        for _ in 0..<2 {
            let listener = try HubListener(at: socket) { FolderHub(folder.path) }
            let error = #expect(throws: HubError.self) {
                _ = try HubListener(at: socket) { FolderHub(folder.path) }
            }
            #expect(error?.message.contains("cannot listen on \(socket)") == true)
            withExtendedLifetime(listener) {}
        }
        try folder.write("x", to: "file")
        #expect(throws: HubError.self) {
            _ = try HubListener(at: folder.path + "/file") { FolderHub(folder.path) }
        }
        #expect(folder.files.contains("file"))
    }

    @Test func oneOfSeveralProcessesReplacesASocketWithoutAProcess() throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/socket"
        for _ in 0..<20 {
            let listeners = Mutex<[HubListener]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let listener = try? HubListener(at: socket) { FolderHub(folder.path) }
                if let listener { listeners.withLock { $0.append(listener) } }
            }
            #expect(listeners.withLock { $0.count } == 1)
        }
    }

    @Test func missingSocketIsUnreachable() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path + "/socket", "/" + String(repeating: "a", count: 200)] {
            #expect(throws: HubError.self) { _ = try WireConnection(socket: path) }
        }
    }
}
