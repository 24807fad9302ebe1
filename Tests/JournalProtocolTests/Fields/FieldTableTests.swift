// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// A type with a table of fields, as an argument of a test.
struct TableType: Sendable, CustomTestStringConvertible {
    let type: any ProtocolObject.Type

    var testDescription: String { String(reflecting: type) }

    /// The parameters and results of all methods, the notifications, and the objects in files.
    static let all: [TableType] =
        MethodName.allCases.flatMap { method in
            [TableType(type: method.call), TableType(type: reply(of: method.call))]
        } + notifications
        + [
            TableType(type: ListItem.self), TableType(type: ListedEntry.self),
            TableType(type: ChangeItem.self), TableType(type: EntryMatch.self),
            TableType(type: EntryVersion.self), TableType(type: StepRecord.self),
            TableType(type: StepMoved.Change.self), TableType(type: StepMoved.Failure.self),
            TableType(type: ClientRecord.self), TableType(type: RequestWarning.self),
            TableType(type: EntryStatistics.DayCount.self), TableType(type: Filter.self),
            TableType(type: EntryStatistics.TagCount.self), TableType(type: StepName.self),
            TableType(type: ImportedVersion.self), TableType(type: StoreConversion.self),
            TableType(type: StoreReplacement.self), TableType(type: StoreReport.self),
            TableType(type: SealedValueRequest.self), TableType(type: SealedValueReply.self),
        ]

    static let notifications: [TableType] = [
        TableType(type: Changes.self), TableType(type: ListChanges.self),
        TableType(type: Reset.self), TableType(type: End.self),
        TableType(type: ProgressReport.self), TableType(type: SyncState.self),
    ]

    private static func reply<Call: MethodCall>(of call: Call.Type) -> any ProtocolObject.Type {
        Call.Reply.self
    }
}

/// What follows from the table of each type.
struct FieldTableTests {
    /// An object with an example of each field, or of each that is required.
    private func object(_ parameters: [Parameter], onlyRequired: Bool = false) -> JSONObject {
        JSONObject(
            parameters.filter { $0.isRequired || !onlyRequired }
                .map { JSONObject.Member(key: $0.name, value: $0.example) }
        )
    }

    private func roundTrip<Object: ProtocolObject>(_ type: Object.Type, _ json: JSON) throws {
        let value = try Object(json: json)
        let encoded = value.json
        // A secret is parsed as one, and rows may be encoded already.
        let parsed = try JSON.parse(encoded.serialized())
        #expect(try Object(json: parsed).json == encoded)
        #expect(try JSON.parse(value.serialized()) == parsed)
    }

    @Test(arguments: TableType.all)
    func examplesOfAllFieldsRoundTrip(table: TableType) throws {
        let fields = table.type.parameters
        try roundTrip(table.type, .object(object(fields)))
        try roundTrip(table.type, .object(object(fields, onlyRequired: true)))
    }

    @Test(arguments: TableType.all)
    func namesOfFieldsDiffer(table: TableType) {
        let names = table.type.parameters.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: TableType.all)
    func eachMissingFieldIsNamed(table: TableType) {
        let fields = table.type.parameters
        for field in fields where field.isRequired {
            var members = object(fields)
            members[field.name] = nil
            let error = #expect(throws: InvalidParams.self) {
                try table.type.init(json: .object(members))
            }
            #expect(error?.description == "params.\(field.name): is required")
            members[field.name] = .null
            let other = #expect(throws: InvalidParams.self) {
                try table.type.init(json: .object(members))
            }
            #expect(other == error)
        }
    }

    @Test(arguments: TableType.all)
    func eachValueOfAWrongTypeIsNamed(table: TableType) {
        let fields = table.type.parameters
        // Derived fields are not read.
        for field in fields where !["intact", "days", "memory"].contains(field.name) {
            if field.form == .scalar("object") || field.form == .array(.scalar("object")) {
                continue
            }
            var members = object(fields)
            members[field.name] = [[]]
            let error = #expect(throws: InvalidParams.self, "\(field.name)") {
                try table.type.init(json: .object(members))
            }
            #expect(error?.description.hasPrefix("params.\(field.name)") == true)
        }
    }

    @Test(arguments: MethodName.allCases)
    func unknownMembersOfEachMethodAreWarnings(method: MethodName) throws {
        var members = object(method.call.parameters)
        #expect(RequestWarning.unknownMembers(of: .object(members), method: method) == [])
        members["mood"] = "fine"
        let warnings = RequestWarning.unknownMembers(of: .object(members), method: method)
        #expect(warnings.map(\.path) == ["params.mood"])
        #expect(throws: Never.self) { try method.call.init(json: .object(members)) }
    }
}
