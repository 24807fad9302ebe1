// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Request {
    /// Parses a line of the framing `channel`: `[number, request]`.
    ///
    /// The number is the id of the request, or 0 for a notification. The request needs no `jsonrpc`
    /// and no `id`.
    package init(channelLine line: [UInt8]) throws(Fault) {
        let message: JSON
        do {
            message = try JSON.parse(line)
        } catch {
            throw Fault(
                id: Self.channelID(Self.leadingNumber(of: line)),
                error: ProtocolError(error)
            )
        }
        guard case .array(let parts) = message, case .integer(let number)? = parts.first else {
            throw Self.channelFault(nil, "expected [number, request]")
        }
        let id = Self.channelID(number)
        guard parts.count == 2, case .object(var object) = parts[1] else {
            throw Self.channelFault(id, "expected [number, request]")
        }
        if let own = object["id"], own != .null, own != id?.json {
            throw Self.channelFault(id, "the id must be the number before the request, or absent")
        }
        object["id"] = id?.json
        if object["jsonrpc"] == nil { object["jsonrpc"] = "2.0" }
        try self.init(message: .object(object))
    }

    /// Returns the id that a number stands for.
    private static func channelID(_ number: Int64?) -> RequestID? {
        number.flatMap { $0 == 0 ? nil : .integer($0) }
    }

    /// Returns the number at the start of a line that is not valid JSON.
    private static func leadingNumber(of line: [UInt8]) -> Int64? {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        var rest = line.drop(while: isSpace)
        guard rest.popFirst() == UInt8(ascii: "[") else { return nil }
        let digits = rest.drop(while: isSpace)
        let number = digits.prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
        let end = digits[number.endIndex...].drop(while: isSpace).first
        guard end == UInt8(ascii: ",") || end == UInt8(ascii: "]") else { return nil }
        return Int64(String(decoding: number, as: UTF8.self))
    }

    private static func channelFault(_ id: RequestID?, _ message: String) -> Fault {
        Fault(id: id, error: ProtocolError(.requestInvalid, message))
    }
}
