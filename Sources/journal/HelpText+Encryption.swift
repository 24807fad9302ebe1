// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension HelpText {
    static let encrypt = """
        Encrypts the content of the journal with AES-GCM: entries, their earlier versions, and \
        attached files with their names. Dates, tags, the names of notebooks, stars, sizes and \
        counts stay readable. A random key encrypts the content; the passphrase encrypts this key \
        (scrypt), which is stored in the journal and in every backup.

        All entries are checked first. If the text of one was damaged on the disk and is no longer \
        valid UTF-8, nothing is changed, and the error names the entry.

        The passphrase is read twice from the terminal, or once from standard input or a file. It \
        has at least 8 characters. If it is lost, the journal is lost.

        Afterwards the journal is unlocked until the daemon stops; then run: journal unlock. A \
        search for words reads all entries and lists the newest first instead of the best; \
        conditions such as tag: and after: are as fast as before.

        Other programs can stay open: the daemon closes the store, and their requests wait until \
        the journal is encrypted and unlocked. If the command is interrupted, the journal is \
        encrypted entirely or not at all; repeat it. Existing copies of the journal are not \
        encrypted: known copies are listed, with drafts and undelivered entries, which are never \
        encrypted. Neither are exports. Deleted data may still be on the disk.

        With --change-passphrase, the present passphrase is read first, then the new one, from a \
        second line if not from the terminal. The content is not encrypted again, so existing \
        copies of the store can still be opened with the previous passphrase.

        A service of systemd unlocks the journal itself if it has the credential \
        journal.passphrase, see LoadCredentialEncrypted= in systemd.exec(5).

        EXAMPLES
          journal encrypt
          pass show journal | journal encrypt
          journal encrypt --change-passphrase
        """

    static let decrypt = """
        Reverses journal encrypt: the content is stored in plain text, and words are found with an \
        index again. Requests of other programs wait until then. If the command is interrupted, \
        the journal is decrypted entirely or not at all. Existing backups stay encrypted; known \
        backups are listed.

        All entries are checked first. If one is damaged, nothing is changed, and the error names \
        the entry. With --skip-damaged, a note replaces a damaged text, damaged earlier versions \
        and attached files are omitted, and the encrypted store is kept in the same folder.

        EXAMPLES
          journal decrypt
        """

    static let unlock = """
        Sends the passphrase to the daemon, which keeps the key in its memory until it stops: \
        after journal lock, at the end of its idle time, or with the session. A restart by systemd \
        keeps it. Without the key every other command fails with the error encryption.locked, and \
        journal new saves the text to be delivered later; no backup is made either.

        EXAMPLES
          journal unlock
          pass show journal | journal unlock
        """

    static let lock = """
        Stops the daemon, which keeps the key in its memory. The next command starts another \
        daemon, which needs journal unlock, unless a credential of systemd unlocks it.

        EXAMPLES
          journal lock
        """
}
