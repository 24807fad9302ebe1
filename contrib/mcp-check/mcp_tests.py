# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Calls every tool of `journal mcp`; the first argument is the executable.

import asyncio
import json
import os
import subprocess
import sys
import unittest

import mcp
from mcp import types

JOURNAL = sys.argv.pop(1)


def server():
    return mcp.StdioServerParameters(command=JOURNAL, args=["mcp"], env=dict(os.environ))


class Answers:
    """The user, who answers questions and keeps them."""

    def __init__(self, *answers):
        self.answers, self.questions = list(answers), []

    async def __call__(self, context, params):
        self.questions.append(params)
        action, content = self.answers.pop(0)
        return types.ElicitResult(action=action, content=content)


class ToolTests(unittest.IsolatedAsyncioTestCase):
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
                "list_entries", "search_entries", "read_entry", "write_entry", "edit_entry",
                "delete_entry", "list_notebooks", "list_tags"])
            self.assertEqual([t.name for t in tools if not t.annotations.read_only_hint],
                             ["write_entry", "edit_entry", "delete_entry"])
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
            self.assertIn("ifRev", await self.refused(client, "edit_entry", id=entry_id, text=""))

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
