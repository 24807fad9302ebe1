# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Calls every tool of `journal mcp`; the first argument is the executable.

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import mcp
from mcp import types

JOURNAL = sys.argv.pop(1)


def server(*options):
    return mcp.StdioServerParameters(command=JOURNAL, args=["mcp", *options], env=dict(os.environ))


class Answers:
    """The user, who answers questions and keeps them."""

    def __init__(self, *answers):
        self.answers, self.questions = list(answers), []

    async def __call__(self, context, params):
        self.questions.append(params)
        action, content = self.answers.pop(0)
        return types.ElicitResult(action=action, content=content)


class ToolTests(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        # The commands of the tests block the loop, of which its debug mode would warn.
        asyncio.get_running_loop().slow_callback_duration = 60

    async def call(self, client, name, **arguments):
        """Calls a tool that must succeed and returns its result."""
        result = await client.call_tool(name, arguments)
        self.assertFalse(result.is_error, result.content)
        self.assertEqual(json.loads(result.content[0].text), result.structured_content)
        return result.structured_content

    async def refused(self, client, name, **arguments):
        """Calls a tool that must fail and returns the texts."""
        result = await client.call_tool(name, arguments)
        self.assertTrue(result.is_error, result.content)
        return "\n".join(part.text for part in result.content)

    def journal(self, *arguments):
        run = subprocess.run([JOURNAL, *arguments], capture_output=True, text=True, check=True)
        return run.stdout.strip()

    async def test_session(self):
        async with mcp.Client(server()) as client:
            self.assertEqual(client.server_info.name, "journal")
            self.assertEqual(client.server_info.version, self.journal("--version"))
            self.assertEqual(client.protocol_version, "2025-11-25")
            tools = (await client.list_tools()).tools
            self.assertEqual([tool.name for tool in tools], [
                "list_entries", "search_entries", "read_entry", "list_attachments",
                "read_attachment", "read_statistics", "write_entry", "edit_entry", "delete_entry",
                "undo_change", "list_notebooks", "list_tags"])
            self.assertEqual([t.name for t in tools if not t.annotations.read_only_hint],
                             ["write_entry", "edit_entry", "delete_entry", "undo_change"])
            with self.assertRaisesRegex(mcp.MCPError, "unknown tool"):
                await client.call_tool("drop_tables", {})

    async def test_writing_and_finding(self):
        async with mcp.Client(server()) as client:
            written = await self.call(client, "write_entry", text="Sowed beans #garden",
                                      notebook="outdoors", tags=["spring"], at="2026-03-01 09:30")
            entry = await self.call(client, "read_entry", id=written["id"])
            self.assertEqual(entry["text"], "Sowed beans #garden")
            self.assertEqual(sorted(entry["tags"]), ["garden", "spring"])
            self.assertTrue(entry["createdAt"].startswith("2026-03-01T09:30"))
            self.assertEqual(self.journal("show", written["id"]), "Sowed beans #garden")
            await self.call(client, "write_entry", text="Watered the beans", notebook="outdoors")
            listed = await self.call(client, "list_entries", notebook="outdoors", limit=1)
            self.assertEqual([e["text"] for e in listed["entries"]], ["Watered the beans"])
            self.assertTrue(listed["hasMore"])
            old = await self.call(client, "list_entries", tags=["garden"], until="2026-03-01")
            self.assertEqual([e["id"] for e in old["entries"]], [written["id"]])
            found = await self.call(client, "search_entries", query="beans -watered")
            self.assertEqual([m["entry"]["id"] for m in found["matches"]], [written["id"]])
            self.assertEqual(found["matches"][0]["snippet"], "Sowed **beans** #garden")
            notebooks = await self.call(client, "list_notebooks")
            self.assertIn("outdoors", [n["name"] for n in notebooks["notebooks"]])
            tags = await self.call(client, "list_tags")
            self.assertIn("spring", [t["name"] for t in tags["tags"]])

    async def test_arguments_are_checked(self):
        async with mcp.Client(server()) as client:
            for name, arguments, message in [
                ("read_entry", {"id": "zz"}, "invalid id"),
                ("read_entry", {"id": "00000000"}, "does not exist"),
                ("read_entry", {}, "arguments.id: is required"),
                ("list_entries", {"limit": 0}, "1 to 100"),
                ("list_entries", {"order": "oldest"}, "unknown argument \"order\""),
                ("list_entries", {"since": "smarch"}, "smarch"),
                ("list_entries", {"notebook": "nowhere"}, "nowhere"),
                ("list_entries", {"page": "2"}, "arguments.page: expected nextPage"),
                ("read_attachment", {"id": "0000"}, "invalid id"),
                ("search_entries", {"query": "tag:("}, "tag: requires a value"),
                ("write_entry", {"text": " "}, "empty"),
                ("write_entry", {"text": 1}, "expected a string"),
            ]:
                with self.subTest(name=name, arguments=arguments):
                    self.assertIn(message, await self.refused(client, name, **arguments))

    async def test_edits_never_overwrite_a_change(self):
        async with mcp.Client(server()) as client:
            entry_id = self.journal("new", "One #a")
            entry = await self.call(client, "read_entry", id=entry_id)
            self.journal("edit", entry_id, "Two #a")
            refusal = await self.refused(client, "edit_entry", id=entry_id, ifRev=entry["rev"],
                                         text="Three")
            self.assertIn("Two #a", refusal)
            entry = await self.call(client, "read_entry", id=entry_id)
            edited = await self.call(client, "edit_entry", id=entry_id, ifRev=entry["rev"],
                                     text="Three #b", starred=True)
            self.assertEqual(edited["entry"]["tags"], ["b"])
            self.assertEqual(self.journal("show", entry_id), "Three #b")
            edited = await self.call(client, "edit_entry", id=entry_id, ifRev=edited["rev"],
                                     addTags=["c", "d"], removeTags=["b"])
            self.assertEqual(edited["entry"]["tags"], ["c", "d"])
            self.assertIn("ifRev", await self.refused(client, "edit_entry", id=entry_id, text=""))

    async def test_edits_correct_the_date(self):
        async with mcp.Client(server()) as client:
            entry_id = self.journal("new", "Written late", "--at", "2026-03-02 18:00")
            entry = await self.call(client, "read_entry", id=entry_id)
            edited = await self.call(client, "edit_entry", id=entry_id, ifRev=entry["rev"],
                                     at="2026-03-01 09:30")
            self.assertTrue(edited["entry"]["createdAt"].startswith("2026-03-01T09:30"))
            self.journal("undo")
            entry = await self.call(client, "read_entry", id=entry_id)
            self.assertTrue(entry["createdAt"].startswith("2026-03-02T18:00"))

    async def test_pages_have_every_entry_once(self):
        lines = "".join(json.dumps({"text": f"Leaf {number}", "notebook": "leaves"}) + "\n"
                        for number in range(250))
        subprocess.run([JOURNAL, "import", "--format", "jsonl", "-"], input=lines, text=True,
                       check=True, capture_output=True)
        async with mcp.Client(server()) as client:
            for name, member, arguments in [("list_entries", "entries", {"notebook": "leaves"}),
                                            ("search_entries", "matches", {"query": "leaf"})]:
                with self.subTest(name=name):
                    found, lengths = [], []
                    page = await self.call(client, name, limit=100, **arguments)
                    while True:
                        found += [item.get("entry", item)["text"] for item in page[member]]
                        lengths.append(len(page[member]))
                        self.assertEqual(page["hasMore"], "nextPage" in page)
                        if not page["hasMore"]:
                            break
                        page = await self.call(client, name, limit=100, page=page["nextPage"],
                                               **arguments)
                    self.assertEqual(lengths, [100, 100, 50])
                    self.assertEqual(sorted(found), sorted(f"Leaf {n}" for n in range(250)))
            other = await self.call(client, "list_entries", notebook="leaves", limit=1)
            refusal = await self.refused(client, "list_entries", page=other["nextPage"])
            self.assertIn("page", refusal)

    async def test_attached_texts(self):
        entry_id = self.journal("new", "With files")
        with tempfile.TemporaryDirectory() as folder:
            text = "é" * 40_000
            pathlib.Path(folder, "notes.txt").write_text(text)
            pathlib.Path(folder, "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00")
            self.journal("attach", entry_id, f"{folder}/notes.txt", f"{folder}/photo.png")
        async with mcp.Client(server("--read-only")) as client:
            listed = await self.call(client, "list_attachments", id=entry_id)
            notes, photo = listed["attachments"]
            self.assertEqual((notes["name"], notes["size"]), ("notes.txt", 80_000))
            first = await self.call(client, "read_attachment", id=notes["id"])
            rest = await self.call(client, "read_attachment", id=notes["id"],
                                   offset=first["nextOffset"])
            self.assertEqual(first["text"] + rest["text"], text)
            self.assertNotIn("nextOffset", rest)
            refusal = await self.refused(client, "read_attachment", id=photo["id"])
            self.assertIn("photo.png (image/png, 9 bytes) is not UTF-8 text", refusal)

    async def test_statistics(self):
        for day in ("2025-03-01", "2025-03-02"):
            self.journal("new", "Two words", "--at", day, "-N", "counted", "-t", "rare")
        async with mcp.Client(server()) as client:
            numbers = await self.call(client, "read_statistics", notebook="counted",
                                      since="2025-03-01", until="2025-03-31")
            self.assertEqual([numbers[name] for name in ("entries", "words", "dayCount")],
                             [2, 4, 2])
            self.assertEqual([day["day"] for day in numbers["days"]], ["2025-03-01", "2025-03-02"])
            self.assertEqual(numbers["longestStreak"]["days"], 2)
            self.assertEqual([tag["name"] for tag in numbers["tags"]], ["rare"])
            none = await self.call(client, "read_statistics", query="tag:rare nowhere")
            self.assertEqual(none["entries"], 0)

    async def test_read_only_server_changes_nothing(self):
        entry_id = self.journal("new", "Only read")
        async with mcp.Client(server("--read-only")) as client:
            self.assertIn("read-only", client.instructions)
            tools = (await client.list_tools()).tools
            self.assertEqual([tool.name for tool in tools], [
                "list_entries", "search_entries", "read_entry", "list_attachments",
                "read_attachment", "read_statistics", "list_notebooks", "list_tags"])
            entry = await self.call(client, "read_entry", id=entry_id)
            for name, arguments in [
                ("write_entry", {"text": "Written anyway"}),
                ("edit_entry", {"id": entry_id, "ifRev": entry["rev"], "text": "Changed anyway"}),
                ("delete_entry", {"id": entry_id, "confirm": True}),
            ]:
                with self.subTest(name=name):
                    self.assertIn("--read-only", await self.refused(client, name, **arguments))
            self.assertEqual(await self.call(client, "read_entry", id=entry_id), entry)
            found = await self.call(client, "search_entries", query="anyway")
            self.assertEqual(found["matches"], [])

    async def test_deletion_asks_the_user(self):
        entry_id = self.journal("new", "To be deleted")
        user = Answers(("decline", None), ("accept", {"confirm": False}),
                       ("accept", {"confirm": True}))
        async with mcp.Client(server(), elicitation_callback=user) as client:
            for _ in range(2):
                refusal = await self.refused(client, "delete_entry", id=entry_id, confirm=True)
                self.assertIn("did not confirm", refusal)
            self.assertEqual(self.journal("show", entry_id), "To be deleted")
            await self.call(client, "delete_entry", id=entry_id)
        self.assertEqual(len(user.questions), 3)
        self.assertIn("To be deleted", user.questions[0].message)
        self.assertIn(entry_id, self.journal("list", "--trash"))

    async def test_deletion_without_questions_needs_the_argument(self):
        entry_id = self.journal("new", "Kept for now")
        async with mcp.Client(server()) as client:
            self.assertIn("confirm: true", await self.refused(client, "delete_entry", id=entry_id))
            self.assertEqual(self.journal("show", entry_id), "Kept for now")
            await self.call(client, "delete_entry", id=entry_id, confirm=True)
        self.assertIn(entry_id, self.journal("list", "--trash"))

    async def test_resources(self):
        entry_id = self.journal("new", "A resource\n\nwith two lines")
        async with mcp.Client(server()) as client:
            resources = (await client.list_resources()).resources
            self.assertEqual([r.name for r in resources if entry_id in str(r.uri)], ["A resource"])
            templates = (await client.list_resource_templates()).resource_templates
            self.assertEqual(templates[0].uri_template, "journal://entry/{id}")
            read = await client.read_resource(f"journal://entry/{entry_id}")
            self.assertEqual(read.contents[0].text, "A resource\n\nwith two lines")
            with self.assertRaises(mcp.MCPError):
                await client.read_resource("journal://entry/00000000")

    async def test_daemon_can_restart_between_calls(self):
        async with mcp.Client(server()) as client:
            await self.call(client, "list_tags")
            self.journal("daemon", "stop")
            await self.call(client, "list_tags")


if __name__ == "__main__":
    unittest.main()
