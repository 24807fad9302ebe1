// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct DoctorSyncTests {
    private let now = Timestamp.epoch

    private func findings(_ state: SyncState) -> [Finding] {
        SyncFindings.findings(of: state, now: now)
    }

    private func problem(_ kind: ErrorKind) -> SyncState.Problem {
        SyncState.Problem(kind: kind, message: "what is wrong; what to do")
    }

    @Test func journalThatIsNotSynchronizedHasNoFinding() {
        #expect(findings(SyncState(phase: .off)).isEmpty)
        #expect(findings(SyncState(phase: .locked)).isEmpty)
    }

    @Test func synchronizedJournalIsInOrder() {
        let state = SyncState(phase: .idle, hub: "/hub", asOf: now, clockOffset: -2, machines: 2)
        let findings = findings(state)
        #expect(findings.map(\.state) == [.ok])
        #expect(findings.first?.text.hasPrefix("in sync with /hub") == true)
    }

    @Test(arguments: [
        (SyncState.Phase.offline, ErrorKind.syncOffline, Finding.State.warning),
        (.stopped, .syncHub, .error), (.stopped, .syncKey, .error),
        (.paused, .syncPaused, .warning),
    ])
    func obstaclesAreFound(phase: SyncState.Phase, kind: ErrorKind, expected: Finding.State) {
        let state = SyncState(phase: phase, hub: "/hub", asOf: now, problem: problem(kind))
        let findings = findings(state)
        #expect(findings.map(\.state) == [expected])
        #expect(findings.first?.text.contains("what is wrong") == true)
        #expect(findings.first?.advice != nil)
    }

    @Test func newKeyHasToBeEntered() {
        let state = SyncState(phase: .stopped, hub: "/hub", problem: problem(.syncKey))
        #expect(findings(state).first?.advice?.contains("journal sync join /hub") == true)
    }

    @Test func changesThatWaitAndOldExchangesAreFound() throws {
        let dayAgo = try #require(Timestamp(milliseconds: now.milliseconds - 90_000_000))
        let state = SyncState(phase: .offline, hub: "/hub", asOf: dayAgo, pending: 3)
        let findings = findings(state)
        #expect(findings.map(\.area) == ["sync", "last sync", "sync changes"])
        #expect(findings.last?.text.hasPrefix("3 changes") == true)
    }

    @Test(arguments: ["", "file://", "file:"])
    func versionsThatSyncthingKeepsAreFound(scheme: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let hub = folder.appending(path: "shared folder/hub")
        try FileManager.default.createDirectory(at: hub, withIntermediateDirectories: true)
        let path = hub.path(percentEncoded: false)
        #expect(SyncFindings.versions(ofHub: scheme + path) == nil)
        let versions = folder.appending(path: ".stversions")
        try FileManager.default.createDirectory(at: versions, withIntermediateDirectories: true)
        let finding = try #require(SyncFindings.versions(ofHub: scheme + path))
        #expect(finding.state == .warning)
        #expect(finding.text.hasPrefix(versions.path(percentEncoded: false)))
    }

    @Test(arguments: [nil, "ssh://home/journal", "postgresql://home/journal", ""])
    func onlyFoldersOfThisMachineHaveVersions(hub: String?) {
        #expect(SyncFindings.versions(ofHub: hub) == nil)
    }

    @Test(arguments: [(90.0, "ahead of"), (-7_200, "behind")])
    func wrongClockIsFound(offset: Double, expected: String) {
        let state = SyncState(phase: .idle, asOf: now, clockOffset: offset)
        let findings = findings(state)
        #expect(findings.map(\.area) == ["clock"])
        #expect(findings.first?.text.contains(expected) == true)
    }
}
