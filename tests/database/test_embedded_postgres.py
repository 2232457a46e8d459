"""The embedded PostgreSQL: how it is made, who may enter, and how it comes back."""

import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from memoryapp.embedded.cluster import EXTENSIONS, create_database, drop_database
from memoryapp.embedded.failures import SetUpError
from memoryapp.embedded.paths import owner_url, superuser_url, web_url
from memoryapp.embedded.running import running_postgres
from tests.database.embedded_keeper import free_port


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory below one that is closed to others, as root's home is."""
    home = tmp_path_factory.mktemp("home")
    home.chmod(0o700)
    return home / "data"


def ask(url: str, query: str):
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()


def kill_server(data: Path) -> None:
    pid = int((data / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)


def test_both_roles_may_log_in_and_nothing_else(data):
    with running_postgres(data):
        roles = ask(
            web_url(data),
            "SELECT rolname, rolcanlogin, rolsuper OR rolbypassrls OR rolcreatedb OR rolcreaterole"
            " FROM pg_roles WHERE rolname LIKE 'memoryapp%' ORDER BY rolname",
        )
    assert roles == [("memoryapp_owner", True, False), ("memoryapp_web", True, False)]


def test_the_database_belongs_to_the_owner_and_has_the_extensions(data):
    with running_postgres(data):
        owner = ask(owner_url(data), "SELECT pg_get_userbyid(datdba) FROM pg_database"
                    " WHERE datname = current_database()")  # fmt: skip
        extensions = {name for (name,) in ask(owner_url(data), "SELECT extname FROM pg_extension")}
    assert owner == [("memoryapp_owner",)]
    assert set(EXTENSIONS) <= extensions


def test_it_speaks_utf8_and_sorts_the_same_everywhere(data):
    with running_postgres(data):
        query = "SELECT datlocprovider, datlocale, pg_encoding_to_char(encoding) FROM pg_database"
        found = ask(web_url(data), f"{query} WHERE datname = current_database()")
    assert found == [("b", "C.UTF-8", "UTF8")]


def test_it_listens_on_no_port(data):
    with running_postgres(data):
        assert ask(web_url(data), "SHOW listen_addresses") == [("",)]


def test_it_listens_on_a_port_when_asked_and_wants_a_password_there(data):
    port = free_port()
    with running_postgres(data, listen=("127.0.0.1", port)):
        with psycopg.connect(superuser_url(data, "memoryapp"), autocommit=True) as connection:
            connection.execute("ALTER ROLE memoryapp_web PASSWORD 'brass-lamp'")
        address = f"127.0.0.1:{port}/memoryapp"
        known = ask(f"postgresql://memoryapp_web:brass-lamp@{address}", "SELECT current_user")
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(f"postgresql://memoryapp_web:wrong@{address}")
    assert known == [("memoryapp_web",)]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO refused VALUES ('{secret}')",
        "INSERT INTO refused (kept) SELECT '{secret}' WHERE '{secret}'::int = 1",
        "SELEC '{secret}'",
        "DO $$ BEGIN RAISE EXCEPTION '{secret}'; END $$",
        "DO $$ BEGIN RAISE WARNING '{secret}'; END $$",
    ],
)
def test_p10_what_was_refused_is_not_in_the_servers_log(data, capfd, statement):
    secret = "the-brass-lamp-is-under-the-stairs"
    with running_postgres(data), psycopg.connect(owner_url(data), autocommit=True) as connection:
        connection.execute("CREATE TEMP TABLE refused (kept text UNIQUE CHECK (length(kept) < 9))")
        with suppress(psycopg.Error):
            connection.execute(statement.format(secret=secret))
    written = capfd.readouterr()
    assert "database system is ready" in written.err
    assert secret not in written.err + written.out


def test_a_killed_server_starts_again_with_what_it_had_committed(data):
    with running_postgres(data):
        with psycopg.connect(owner_url(data)) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 41 + 1 AS answer")
        kill_server(data)
    with running_postgres(data):
        assert ask(owner_url(data), "SELECT answer FROM kept") == [(42,)]
        with psycopg.connect(owner_url(data)) as connection:
            connection.execute("DROP TABLE kept")


def test_a_dead_servers_note_that_names_a_strangers_process_does_not_matter(data):
    with running_postgres(data):
        note = (data / "postgres" / "postmaster.pid").read_text()
    stranger = "\n".join([str(os.getppid()), *note.split("\n")[1:]])
    (data / "postgres" / "postmaster.pid").write_text(stranger)
    with running_postgres(data):
        assert ask(web_url(data), "SELECT 1") == [(1,)]


def test_a_half_made_cluster_is_made_anew(tmp_path):
    partial = tmp_path / "postgres.partial"
    partial.mkdir()
    (partial / "PG_VERSION").write_text("18\n")
    with running_postgres(tmp_path):
        assert ask(web_url(tmp_path), "SELECT 1") == [(1,)]
    assert not partial.exists()


def test_a_data_directory_with_a_long_path_works(data):
    long = data.parent / ("long" * 30)
    with running_postgres(data):
        pass  # in any order of the tests it is there to be moved
    shutil.move(data, long)
    try:
        with running_postgres(long):
            assert ask(web_url(long), "SELECT 1") == [(1,)]
    finally:
        shutil.move(long, data)


def test_two_keepers_do_not_share_a_data_directory(data):
    with (
        running_postgres(data),
        pytest.raises(SetUpError, match="Another make up is running on the data directory"),
        running_postgres(data),
    ):
        pass


def test_a_database_is_a_copy_of_its_template_and_the_owners(data):
    with running_postgres(data):
        create_database(data, "original")
        with psycopg.connect(superuser_url(data, "original")) as connection:
            connection.execute("CREATE TABLE copied AS SELECT 'word' AS kept")
        create_database(data, "copy", template="original")
        kept = ask(superuser_url(data, "copy"), "SELECT kept FROM copied")
        owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'copy'"
        assert (kept, ask(web_url(data), owner)) == ([("word",)], [("memoryapp_owner",)])
        drop_database(data, "copy")
        drop_database(data, "original")
        drop_database(data, "original")  # dropping what is not there is no error
        left = "SELECT count(*) FROM pg_database WHERE datname IN ('copy', 'original')"
        assert ask(web_url(data), left) == [(0,)]
