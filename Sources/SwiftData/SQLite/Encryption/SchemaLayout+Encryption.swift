// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SchemaLayout {
    /// The names of the encrypted columns, by model class name; classes without any are omitted.
    var encryptedColumns: [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for table in tables where table.hasEncryptedColumns {
            let columns = Set(table.columns.filter(\.policy.isEncrypted).map(\.name))
            for modelClass in table.entity.classes { names[modelClass.name] = columns }
        }
        return names
    }
}

extension SchemaMapping.Entity {
    /// Whether an attribute with unencrypted old values becomes encrypted.
    var gainsEncryption: Bool {
        guard let old else { return false }
        let hasPlainValues = old.attributes.contains { !$0.policy.isEncrypted }
        return hasPlainValues
            && new.attributes.contains { attribute in
                attribute.policy.isEncrypted
                    && attributes[attribute.name]?.policy.isEncrypted != true
            }
    }

    /// Whether an entity loses its last encrypted attribute.
    var losesEncryption: Bool {
        guard let old else { return false }
        return old.attributes.contains(where: \.policy.isEncrypted)
            && !new.attributes.contains(where: \.policy.isEncrypted)
    }
}
