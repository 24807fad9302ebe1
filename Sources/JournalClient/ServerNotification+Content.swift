// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

extension ServerNotification {
    /// Decodes the parameters as the content of a kind of notification.
    ///
    /// - Throws: `malformedReply` if they do not have this form.
    func content<Content: NotificationContent>(
        _ type: Content.Type
    ) throws(ClientError) -> Content {
        do {
            return try Content(json: params)
        } catch {
            throw ClientError(
                .malformedReply,
                "unexpected notification from the daemon: \(error.message(root: method))"
            )
        }
    }
}
