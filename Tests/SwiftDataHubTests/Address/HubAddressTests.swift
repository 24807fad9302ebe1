// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import Testing

struct HubAddressTests {
    @Test(arguments: [
        ("/mnt/stick", "/mnt/stick"), ("Dropbox/journal", "Dropbox/journal"), ("a:b", "a:b"),
        ("file:///mnt/a%20b", "/mnt/a b"), ("file:/mnt/%25", "/mnt/%"), ("-x", "-x"),
        ("file://localhost/mnt", "/mnt"), ("/a%20b", "/a%20b"),
    ])
    func folderIsAPath(text: String, path: String) throws {
        #expect(try HubAddress(text) == .folder(path))
    }

    @Test(
        arguments: [
            ("ssh://home/journal", "home", nil, "/journal"),
            ("ssh://home/~/a/b", "home", nil, "a/b"),
            ("ssh://me@home:2222/j", "me@home", 2222, "/j"), ("ssh://[::1]:22/j", "::1", 22, "/j"),
            ("ssh://[fe80::1%25eth0]/j", "fe80::1%25eth0", nil, "/j"),
            ("ssh://home/it%27s%20$(x)", "home", nil, "/it's $(x)"),
        ] as [(String, String, UInt16?, String)]
    )
    func folderOfAnotherMachineHasHostAndPath(
        text: String,
        destination: String,
        port: UInt16?,
        path: String
    ) throws {
        guard case .ssh(let target) = try HubAddress(text) else {
            Issue.record("\(text) is no address for ssh")
            return
        }
        #expect(target.destination == destination)
        #expect(target.port == port)
        #expect(target.path == path)
    }

    @Test(arguments: ["postgresql://db/journal", "postgres:///x?host=/run"])
    func databaseIsPassedToItsLibrary(text: String) throws {
        #expect(try HubAddress(text) == .postgreSQL(text))
    }

    @Test(arguments: ["mysql://me:secret@home/x", "ssh://me:secret@home/x"])
    func passwordOfAnAddressIsInNoMessage(text: String) {
        let error = #expect(throws: HubError.self) { try HubAddress(text) }
        #expect(error?.message.contains("secret") == false)
    }

    @Test(arguments: [
        "", "s3://bucket/x", "ssh://home", "ssh:///x", "ssh://home/", "ssh://home/~/",
        "ssh://-oProxyCommand=x/y", "ssh://-x@home/y", "ssh://a b/c", "ssh://home:x/y",
        "ssh://home:0/y", "ssh://home:99999/y", "ssh://h;x/y", "ssh://@home/y", "ssh://home/%0a",
        "ssh://home/%zz", "ssh://home/%2", "ssh://home/%+1", "file:relative", "file://other/x",
        "/a\u{1B}b", "a\n", "ssh://me:x@home/y",
    ])
    func otherAddressesAreRejectedWithAdvice(text: String) {
        let error = #expect(throws: HubError.self) { try HubAddress(text) }
        #expect(error?.code == .invalid)
        #expect(error?.message.contains(";") == true)
    }
}
