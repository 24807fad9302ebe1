// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct CallOptionsTests {
    private let options = CallOptions(
        step: StepName(id: .random(), client: "test"),
        progress: true
    )

    @Test func methodHasTheOptionsOfItsTraits() {
        func names(_ method: MethodName) -> [String] {
            CallOptions.parameters(of: method).map(\.name)
        }
        #expect(names(.entryCreate) == ["step"])
        #expect(names(.backup) == ["progress"])
        #expect(names(.entryPurge) == ["step", "progress"])
        // A subscription has a parameter of that name, which means something else.
        #expect(names(.subscribe) == [])
        #expect(names(.undo).contains("step") == false)
    }

    @Test(arguments: MethodName.allCases)
    func addedOptionsAreDecoded(method: MethodName) throws {
        let names = CallOptions.parameters(of: method).map(\.name)
        let params = options.added(to: ["text": "a"], of: method)
        let decoded = try CallOptions(of: method, params: params)
        #expect(decoded.step == (names.contains("step") ? options.step : nil))
        #expect(decoded.progress == (names.contains("progress") ? true : nil))
        #expect(params["text"] == "a")
    }

    @Test func optionsOfOtherMethodsAreNotRead() throws {
        let wrong: JSON = ["step": 1, "progress": "x"]
        #expect(try CallOptions(of: .entryGet, params: wrong) == CallOptions())
        let error = #expect(throws: InvalidParams.self) {
            try CallOptions(of: .entryCreate, params: wrong)
        }
        #expect(error?.message(root: "params").contains("step") == true)
    }

    @Test func membersOfTheRequestRemain() {
        let params = options.added(to: ["progress": false], of: .backup)
        #expect(params["progress"] == false)
        #expect(options.added(to: .null, of: .backup) == ["progress": true])
        #expect(options.added(to: 1, of: .backup) == 1)
        #expect(options.added(to: ["a": 1], of: .entryGet) == ["a": 1])
    }
}
