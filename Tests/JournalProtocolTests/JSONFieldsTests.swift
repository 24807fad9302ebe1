// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct JSONFieldsTests {
    private let fields: JSONFields

    init() throws {
        fields = try JSONFields(
            [
                "text": "a", "number": 7, "none": .null, "list": [1, 2], "mixed": [1, "b"],
                "flag": true,
            ]
        )
    }

    @Test func membersAreDecoded() throws {
        #expect(try fields.required("text", as: String.self) == "a")
        #expect(try fields.optional("number", as: Int.self) == 7)
        #expect(try fields.optional("number", as: Double.self) == 7)
        #expect(try fields.array("list", of: Int64.self) == [1, 2])
        #expect(try fields.optional("flag", as: Bool.self) == true)
    }

    @Test(arguments: ["none", "absent"]) func nullIsAbsent(name: String) throws {
        #expect(try fields.optional(name, as: String.self) == nil)
        #expect(try fields.array(name, of: Int.self) == nil)
        #expect(try fields.integer(name, in: 1...2) == nil)
        let error = #expect(throws: InvalidParams.self) {
            try fields.required(name, as: String.self)
        }
        #expect(error?.description == "params.\(name): is required")
    }

    @Test func placeOfAWrongElementIsNamed() {
        let error = #expect(throws: InvalidParams.self) { try fields.array("mixed", of: Int.self) }
        #expect(error?.description == "params.mixed[1]: expected an integer, got a string")
        #expect(
            error?.under("outer").under(index: 3).message(root: "reply")
                == "reply[3].outer.mixed[1]: expected an integer, got a string"
        )
    }

    @Test(arguments: [(1...7, true), (7...9, true), (8...9, false), (0...6, false)])
    func rangeOfAnIntegerIsChecked(range: ClosedRange<Int>, isValid: Bool) {
        let value = try? fields.integer("number", in: range)
        #expect(value == (isValid ? 7 : nil))
        let error = #expect(throws: InvalidParams.self) { try fields.integer("text", in: range) }
        #expect(error?.description == "params.text: expected an integer, got a string")
    }

    @Test(arguments: [[], "a", 1, .number(1.5), true] as [JSON]) func otherValuesAreNoObjects(
        json: JSON
    ) {
        let error = #expect(throws: InvalidParams.self) { try JSONFields(json) }
        #expect(error?.description == "params: expected an object, got \(json.kindWord)")
    }

    @Test func objectsAreEqualInAnyOrder() {
        let first: JSON = ["a": 1, "b": [true, .null]]
        #expect(first == ["b": [true, .null], "a": 1])
        #expect(first != ["a": 1])
        #expect(first != ["a": 1, "b": [true]])
        #expect(first["b"] == [true, .null])
        #expect(first["c"] == nil)
        #expect(JSON.array([])["a"] == nil)
    }

    @Test func membersAreReplacedAndRemoved() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = 4
        object["b"] = nil
        object["d"] = nil
        object.append("e", Int?.none)
        object.append("f", each: [String]?.none)
        object.append("g", each: ["x"])
        #expect(JSON.object(object).description == #"{"a":3,"c":4,"g":["x"]}"#)
    }
}
