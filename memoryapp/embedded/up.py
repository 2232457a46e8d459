"""`make up`: from an empty machine to a server that answers, and a story that shows it."""

import sys
from contextlib import ExitStack

from . import cluster, done, postgres, programs, valkey
from .failures import SetUpError
from .leftovers import Children
from .lock import held
from .log import Log
from .options import Options
from .preflight import check_disk, check_port, prepare_data_directory
from .supervisor import Stopped, Supervisor
from .unpromoted import refuse_unpromoted


def up(options: Options, *, stop_with_parent: bool) -> int:
    """Run everything until somebody asks for the end. Exit code: 0, or 1 after one sentence."""
    log = Log()
    try:
        prepare_data_directory(options.data)
        refuse_unpromoted(options.data)
        with held(options.data):
            Children(options.data).stop_leftovers()
            check_port(options.port)
            check_disk(options.data)
            with ExitStack() as stack:
                keeper = stack.enter_context(
                    Supervisor(data=options.data, log=log, stop_with_parent=stop_with_parent)
                )
                _found(keeper, options, log, stack)
                _serve(keeper, options, log)
                keeper.keep()
    except Stopped:
        log.say("memoryapp has stopped.")
    except SetUpError as failure:
        print(failure, file=sys.stderr, flush=True)  # noqa: T201 - the person at the terminal
        return 1
    return 0


def _found(keeper: Supervisor, options: Options, log: Log, stack: ExitStack) -> None:
    """Start the database and the broker, unless others were given."""
    if options.own_broker:
        keeper.foundation(valkey.server(options.data))
    if options.own_database:
        log.say(f"Starting the database in {options.data}")
        keeper.foundation(stack.enter_context(postgres.server(options.data)))
        cluster.wait_until_it_answers(options.data, alive=lambda: keeper.alive("postgres"))
        cluster.ensure_database(options.data)
    if options.own_broker:
        what = "The broker did not answer"
        keeper.wait_until(lambda: valkey.answers(options.data), what=what, seconds=20)
        keeper.spare("valkey")


def _serve(keeper: Supervisor, options: Options, log: Log) -> None:
    """Set up what is missing, open the doors, and tell the story."""
    model = None
    if not done.model_is_built(options):
        model = keeper.begin(programs.management("build_embedder", options=options))
    if not done.migrations_are_applied(options):
        migrating = programs.management("migrate", "--verbosity", "0", options=options)
        keeper.finish(keeper.begin(migrating), what="Preparing the tables")
        done.note_migrated(options)
    if not done.credentials_are_written(options):
        making = programs.management("bootstrap", options=options)
        keeper.finish(keeper.begin(making), what="Making the workspace and its keys")
    if model is not None:
        keeper.finish(model, what="Building the embedding model")
    keeper.door(programs.web(options))
    if options.sample and not done.sample_is_loaded(options):
        loading = programs.management("load_sample", options=options)
        keeper.finish(keeper.begin(loading), what="Loading the sample conversations")
        done.note_sample_loaded(options)
    what = "The web server was not ready"
    keeper.wait_until(lambda: programs.is_ready(options), what=what, seconds=120)
    # The sweep does without a broker, and what is not indexed yet is found by its words.
    for helper in (programs.worker(options), programs.beat(options)):
        keeper.door(helper)
        keeper.spare(helper.name)
    log.say(f"READY {options.url}")
    telling = programs.management("story", options=options)
    keeper.finish(keeper.begin(telling, plain=True), what="Telling the story")
    # A process that was killed just after a commit may have left some out. Serving does not wait.
    keeper.begin(programs.management("tombstones", options=options))
