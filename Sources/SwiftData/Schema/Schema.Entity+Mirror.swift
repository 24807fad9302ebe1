// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema.Entity: CustomReflectable {
    /// The public properties, the model type and its mangled name.
    ///
    /// An entity has no public property for its type: libraries read it from the mirror, by the
    /// labels `_objectType` and `_mangledName`.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name,
                "subentities": subentities,
                "superentityName": superentityName as Any,
                "superentity": superentity as Any,
                "storedProperties": storedProperties,
                "inheritedProperties": inheritedProperties,
                "uniquenessConstraints": uniquenessConstraints,
                "indices": indices,
                "_objectType": modelType as Any,
                "_mangledName": mangledName as Any,
            ],
            displayStyle: .class
        )
    }
}
