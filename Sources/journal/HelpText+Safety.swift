// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension HelpText {
    static let restoreBackup = """
        The backup is checked first. It then shows what the backup contains and what it would \
        replace, and asks for confirmation. The daemon closes the store, a copy of the backup is \
        put in its place, and the daemon opens it. The previous store is not deleted: it is kept \
        in the same folder as replaced-DATE-journal.store, and its path is printed. If the command \
        is interrupted, the journal has either all of its previous entries or all of the backup's.

        It also works if there is no store yet, or if the present one is damaged. Programs that \
        follow the journal read everything again.

        EXAMPLES
          journal restore-backup ~/journal.backup
          journal restore-backup --yes backups/journal-2026-11-23T001500Z.backup
        """

    static let recover = """
        Reads the pages of a damaged store one by one, without its indexes, and writes the entries \
        that it finds in the JSON format of export, which import reads. The store is not changed. \
        With a folder, attached files are saved in it too. Incomplete and lost entries are listed \
        on standard error, and the exit status is then 1.

        Earlier versions of entries are in the file as earlierTexts, and import reads them. An \
        encrypted store is decrypted with its passphrase; damaged values are listed. The key is \
        stored in the store and in its backups: --key-from reads it from a backup. First try to go \
        back to a backup: journal restore-backup

        EXAMPLES
          journal recover ~/.local/share/journal/journal.store --to rescued/
          journal import rescued/
        """

    static let doctor = """
        Checks the daemon, its socket and folders, the units of systemd, the store and its \
        full-text index, backups, disk space, drafts and undelivered entries, and their folder, \
        and while a daemon runs, the synchronization: hub, key, clock, and the last exchange. \
        Each check prints one line: ok, warning or error, and what to do. No daemon is started. \
        With --fix, safe repairs are made: stale sockets are removed, failed units are reset, \
        undelivered entries are delivered, and damaged indexes are rebuilt; nothing that you wrote \
        is removed. If the pages of an index are damaged and the entries can be read, the indexes \
        are rebuilt in a copy of the store, which replaces the store after a check; the previous \
        file is kept as replaced-DATE-journal.store.

        The exit status is 1 if there is an error: something is damaged, or a command such as \
        journal list would fail. Without --full, only the structure of the store is checked, which \
        takes about a second for 100 MB; with it, also entries, and attached files by their \
        digests. The content of an encrypted journal is checked while it is unlocked.

        EXAMPLES
          journal doctor
          journal doctor --fix
          journal doctor --full --json
        """

    static let purge = """
        The entries, their earlier versions and their attachments are removed from the store, and \
        their place in its files is overwritten. This cannot be undone. It takes longer in a large \
        journal, because the search index is rewritten too.

        On a terminal, the command asks first; otherwise --yes is required. Copies of the store, \
        drafts and other files of yours are not changed; known backups are listed. In a large \
        journal, the space is kept for new entries; compact returns it to the file system.

        If the command is interrupted, the entries that were deleted until then remain deleted. \
        Their place is overwritten some minutes later, or at once by journal trash empty.
        """

    static let compact = """
        Rewrites the file of the store without the space of deleted data, and prints how much \
        space was returned. The file system needs as much free space as the journal takes without \
        it. Other commands can read; those that write wait until the file is written.

          journal purge 8c5f
          journal compact
        """
}
