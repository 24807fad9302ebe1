// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension HelpText {
    static let encrypt = """
        Encrypts the texts of the journal with AES-GCM: entries, earlier texts, and attached files \
        with their names. Dates, tags, the names of notebooks, stars, sizes and counts stay \
        readable. A random key encrypts the texts; the passphrase encrypts this key (scrypt), \
        which is kept in the store, and so in every backup.

        All texts are checked first. If the bytes of one were damaged on the disk, so that it is no \
        text any more, nothing is changed, and the error names the entry.

        The passphrase is read twice from the terminal, or once from standard input or a file. It \
        has at least 8 characters. If it is lost, the journal is lost.

        After that the journal is unlocked until the daemon stops; then it needs: journal unlock. \
        A search for words reads all entries and lists the newest first instead of the best; \
        conditions such as tag: and after: are as fast as before.

        Other programs can stay open: the daemon closes the store, and their requests wait until \
        the journal is encrypted and unlocked. If the command is interrupted, the journal is \
        encrypted entirely or not at all; repeat it. Copies of the journal from before are not \
        encrypted: those that are known are listed, with drafts and undelivered texts, which are \
        never encrypted. Nor are exports. What was deleted from a disk may still be on it.

        With --change-passphrase, the present passphrase is read first, then the new one, from a \
        second line if not from the terminal. The texts are not encrypted again, so copies of the \
        store from before can still be opened with the former passphrase.

        A service of systemd unlocks the journal itself if it has the credential \
        journal.passphrase, see LoadCredentialEncrypted= in systemd.exec(5).

        EXAMPLES
          journal encrypt
          pass show journal | journal encrypt
          journal encrypt --change-passphrase
        """

    static let decrypt = """
        Takes back journal encrypt: the texts are stored as they are, and words are found with an \
        index again. Requests of other programs wait until then. If the command is interrupted, \
        the journal is decrypted entirely or not at all. Backups from before stay encrypted; those \
        that are known are listed.

        All texts are checked first. If one is damaged, nothing is changed, and the error names the \
        entry. With --skip-damaged, a note takes the place of a damaged text, damaged earlier texts \
        and attached files are left out, and the encrypted store is kept beside the new one.

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
        Stops the daemon, in whose memory the key is. The next command starts another one, which \
        needs journal unlock, unless a credential of systemd unlocks it.

        EXAMPLES
          journal lock
        """
}
