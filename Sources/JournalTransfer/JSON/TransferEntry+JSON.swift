// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

extension TransferEntry: JSONConvertible {
    /// Decodes an entry as the protocol and exports represent it.
    ///
    /// The notebook is a name, or an object with a `name`.
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        self.init(text: try fields.required("text"))
        if try fields.optional("truncated") == true {
            throw InvalidParams("the text is only the beginning of the entry").under("truncated")
        }
        id = try fields.optional("id")
        createdAt = try fields.optional("createdAt")
        zone = try fields.optional("zone")
        if let name = json["notebook"]?["name"] {
            notebook = try String(json: name)
        } else {
            notebook = try fields.optional("notebook")
        }
        tags = try fields.array("tags") ?? []
        starred = try fields.optional("starred") ?? false
        attachments = try fields.array("attachments") ?? []
        earlierTexts = try fields.array("earlierTexts") ?? []
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("notebook", notebook)
        object.append("createdAt", createdAt)
        object.append("zone", zone)
        object.append("starred", starred)
        object.append("tags", each: tags)
        object.append("attachments", each: attachments.isEmpty ? nil : attachments)
        object.append("earlierTexts", each: earlierTexts.isEmpty ? nil : earlierTexts)
        object.append("text", text)
        return .object(object)
    }
}

extension TransferAttachment: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        self.init(
            id: try fields.optional("id"),
            name: try fields.required("name"),
            mediaType: try fields.optional("mediaType"),
            size: try fields.optional("size"),
            digest: try fields.optional("digest"),
            path: try fields.optional("path")
        )
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("name", name)
        object.append("mediaType", mediaType)
        object.append("size", size)
        object.append("digest", digest)
        object.append("path", path)
        return .object(object)
    }
}
