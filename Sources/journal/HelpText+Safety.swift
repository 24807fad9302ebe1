// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension HelpText {
    static let restoreBackup = """
        The backup is checked first. Then the command says what it holds and what it replaces, and \
        asks. The daemon closes the store, a copy of the backup is put in its place, and the daemon \
        opens it. The former store is not deleted: it is kept in the same folder as \
        replaced-DATE-journal.store, whose path is printed. If the command is \
        interrupted, the journal has either all of the former entries or all of the backup's.

        It also works if there is no store yet, or if the present one is damaged. Programs that \
        follow the journal read everything again.

        EXAMPLES
          journal restore-backup ~/journal.backup
          journal restore-backup --yes backups/journal-2026-11-23T001500Z.backup
        """

    static let recover = """
        Reads the pages of a damaged store one by one, without the help of its indexes, and writes \
        the entries that it finds in the JSON format of export, which import reads. The store is \
        not changed. With a folder, attached files are saved in it too. What is incomplete or lost \
        is listed on standard error, and the exit status is then 1.

        Earlier texts of entries are in the file as earlierTexts, and import reads them. The texts of \
        an encrypted store are decrypted with its passphrase; what is damaged is named. The key \
        is in the store too, and in its backups: --key-from takes it from one of these. First try \
        to go back to a backup: journal restore-backup

        EXAMPLES
          journal recover ~/.local/share/journal/journal.store --to rescued/
          journal import rescued/
        """

    static let doctor = """
        Checks the daemon, its socket and folders, the units of systemd, the store and its \
        full-text index, backups, disk space, texts that were not written and the folder for \
        them. Each check prints one line: ok, warning or error, and what \
        to do. No daemon is started. With --fix, what is safe is done at once: stale sockets are \
        removed, failed units are reset, texts are delivered, and damaged indexes are made again; \
        nothing that you wrote is removed. If the pages of an index are damaged and the entries can \
        be read, the indexes are made in a copy of the store, which takes its place once it was \
        checked; the former file is kept as replaced-DATE-journal.store.

        The exit status is 1 if there is an error: something is damaged, or a command such as \
        journal list would fail. Without --full, only the structure of the store \
        is checked, which takes a second or so for 100 MB; with it, also texts, and attached files \
        by their digests. Those of an encrypted journal are checked while it is unlocked.

        EXAMPLES
          journal doctor
          journal doctor --fix
          journal doctor --full --json
        """

    static let purge = """
        The entries, their earlier texts and their attachments are removed from the store, and \
        their place in its files is overwritten. This cannot be undone. It takes longer in a large \
        journal, because the search index is rewritten too.

        On a terminal, the command asks first; otherwise --yes is required. Copies of the store, \
        texts in drafts/ and other files of yours are not changed; the backups that are known are \
        named. In a large journal, the space is kept for new entries; compact gives it back.

        If the command is interrupted, the entries that were deleted until then remain deleted. \
        Their place is overwritten some minutes later, or at once by journal trash empty.
        """

    static let compact = """
        Writes the file of the store again without the space of what was deleted, and says how \
        much it has given back. The file system needs as much free space as the journal takes \
        without it. Other commands can read; those that write wait until the file is written.

          journal purge 8c5f
          journal compact
        """
}
