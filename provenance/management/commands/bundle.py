"""manage.py bundle: carries a part of the ledger away in one file, and looks whether one is whole."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from provenance.bundles.bundle import Bundle
from provenance.importers.refused import Refused
from provenance.management.acting import caller_named
from provenance.models.observation import KINDS
from provenance.problems import Problem
from provenance.services.bundles.export import export_bundle
from provenance.services.bundles.selection import Filters

FORMAT = "memoryapp-bundle"


def _moment(written: str) -> datetime:
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        raise ArgumentTypeError("a moment is written as 2026-11-02T09:14:07Z") from None
    if at.tzinfo is None:
        raise ArgumentTypeError("which moment is meant needs an offset or a Z")
    return at


def _producer(written: str) -> tuple[str, str]:
    harness, _, instance = written.partition("/")
    if not harness or not instance:
        raise ArgumentTypeError("a producer is harness/instance: codex/laptop-1")
    return harness, instance


class Command(BaseCommand):
    """`export` writes a file that only its owner may read; `verify` reads all of it."""

    help = "Export a bundle of what a principal may export, verify one, or plan its import."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        export = acts.add_parser("export")
        export.add_argument("path", type=Path, help="a new file, named .tar.zst")
        export.add_argument("--workspace", default="default", help="slug of the workspace")
        export.add_argument("--principal", help="who acts (default: the oldest human)")
        export.add_argument("--since", type=_moment, help="events from this moment on")
        export.add_argument("--until", type=_moment, help="events before this moment")
        export.add_argument("--session", help="one session, by the name that its host gave it")
        export.add_argument("--producer", type=_producer, metavar="HARNESS/INSTANCE")
        export.add_argument("--kind", action="append", choices=KINDS, default=[])
        export.add_argument("--without-content", action="store_true", help="leave all words out")
        verify = acts.add_parser("verify")
        verify.add_argument("path", type=Path)
        brought = acts.add_parser("import", help="plan its import, as `import` does")
        brought.add_argument("path", type=Path)
        brought.add_argument("--workspace", default="default", help="slug of the workspace")
        brought.add_argument("--principal", help="who acts (default: the oldest human)")
        brought.add_argument("--apply", action="store_true", help="and apply the plan")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exports or verifies, and prints the manifest; or imports, and prints the plan.

        CommandError: nothing was made, or why not.
        """
        if options["act"] == "import":
            self._import(options)
            return
        manifest = self._export(options) if options["act"] == "export" else _verified(options)
        self.stdout.write(json.dumps(manifest, indent=2, ensure_ascii=False))

    def _import(self, options: dict[str, Any]) -> None:
        _verified(options)
        call_command(
            "import",
            str(options["path"]),
            *(["--apply"] if options["apply"] else []),
            format=FORMAT,
            workspace=options["workspace"],
            principal=options["principal"],
            stdout=self.stdout,
            stderr=self.stderr,
        )

    def _export(self, options: dict[str, Any]) -> dict[str, Any]:
        path: Path = options["path"]
        if path.exists():
            raise CommandError(f"{path} is there already.")
        filters = Filters(
            since=options["since"],
            until=options["until"],
            session=options["session"],
            producer=options["producer"],
            kinds=tuple(options["kind"]),
        )
        caller = caller_named(slug=options["workspace"], principal=options["principal"])
        with tqdm(desc="export", unit=" observations", disable=None) as bar:

            def progress(count: int) -> None:
                bar.update(count)

            try:
                return export_bundle(
                    caller=caller,
                    path=path,
                    filters=filters,
                    with_content=not options["without_content"],
                    at=datetime.now(UTC),
                    progress=progress,
                )
            except Problem as problem:
                raise CommandError(problem.detail) from problem
            except OSError as failure:
                raise CommandError(f"{path} cannot be written: {failure.strerror}.") from failure


def _verified(options: dict[str, Any]) -> dict[str, Any]:
    try:
        with options["path"].open("rb") as stream:
            return Bundle(stream).manifest
    except Refused as refusal:
        raise CommandError(f"{refusal.code}: {refusal}") from refusal
    except OSError as failure:
        raise CommandError(f"{options['path']} cannot be read: {failure.strerror}.") from failure
