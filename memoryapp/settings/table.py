"""Every setting that an operator may give, as data. `docs/settings.md` is compared with it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """One environment variable: its name, its default as text, and what it means."""

    name: str
    default: str
    meaning: str


SETTINGS: tuple[Setting, ...] = (
    Setting("DATA", ".data", "Data directory of the embedded services, models and credentials."),
    Setting(
        "DATABASE_URL",
        "",
        "PostgreSQL URL of the owner role, which migrates. Empty: the embedded server.",
    ),
    Setting(
        "APP_DATABASE_URL",
        "",
        "PostgreSQL URL of the web role, which owns nothing. Needed where DATABASE_URL is given.",
    ),
    Setting(
        "BACKUP_DATABASE_URL",
        "",
        "PostgreSQL URL of a role that reads every row (superuser, or BYPASSRLS with pg_read_all_data),"
        " for `manage.py backup` and `restore` where DATABASE_URL is given.",
    ),
    Setting(
        "TOMBSTONES",
        "",
        "Directory of the files that say, outside the database, what was withdrawn and erased."
        " Empty: `tombstones` in the data directory.",
    ),
    Setting(
        "CELERY_BROKER_URL",
        "",
        "Broker that hurries index work. Empty: the embedded Valkey. Work is done without one too.",
    ),
    Setting(
        "SECRET_KEY",
        "",
        "Django's secret key. Empty: made once and kept in the data directory.",
    ),
    Setting("DEBUG", "0", "1 shows tracebacks in the browser. Never in production."),
    Setting(
        "ALLOWED_HOSTS",
        "localhost,127.0.0.1,[::1]",
        "Host names that the web server answers to, separated by commas.",
    ),
    Setting(
        "CSRF_TRUSTED_ORIGINS",
        "",
        "Origins (https://…) whose forms are accepted behind a proxy, separated by commas.",
    ),
    Setting(
        "SECURE_COOKIES",
        "0",
        "1 where the site is served over https: session and CSRF cookies are then marked Secure.",
    ),
    Setting("PORT", "8000", "Port of the web server on the loopback address, for `make up`."),
    Setting("SAMPLE", "1", "0 leaves the packaged sample conversations out, for `make up`."),
    Setting("WEB_PROCESSES", "2", "Web server processes; each holds one embedding model."),
    Setting("WEB_THREADS", "8", "Threads of each web server process."),
    Setting(
        "EMBEDDER",
        "e5-small",
        "e5-small (int8 ONNX, 100 languages), e5-small-q4 (low memory), minilm (quick, English), endpoint,"
        " or hashing (lexical, tests). May be changed: old vectors answer until the new are complete.",
    ),
    Setting("EMBEDDING_ENDPOINT", "", "Base address of an OpenAI-compatible API, for `endpoint`."),
    Setting("EMBEDDING_ENDPOINT_MODEL", "", "Model name asked of the endpoint."),
    Setting("EMBEDDING_ENDPOINT_KEY", "", "Bearer key for the endpoint. Never logged."),
    Setting("EMBEDDING_ENDPOINT_DIMENSION", "384", "Length of the endpoint's vectors."),
    Setting(
        "EMBED_INLINE_MS",
        "250",
        "Time in milliseconds that one request may spend embedding; the rest is left pending.",
    ),
    Setting(
        "CONSOLIDATION",
        "off",
        "on: a job proposes facts from clusters of evidence, for people to decide. It applies none.",
    ),
    Setting(
        "CONSOLIDATION_ENDPOINT",
        "",
        "Base address of an OpenAI-compatible API that words proposals. Empty: a member's own words.",
    ),
    Setting(
        "CONSOLIDATION_MODEL", "", "Chat model asked of that endpoint; each proposal names it."
    ),
    Setting("CONSOLIDATION_KEY", "", "Bearer key for that endpoint. Never logged."),
    Setting(
        "IMPORT_SNAPSHOT_DAYS",
        "30",
        "Days that the files of an import are kept to which nobody came back: uploads cut off,"
        " plans not applied.",
    ),
    Setting("MEMORYAPP_KEY", "", "API key that `manage.py doctor` tries out. Never logged."),
    Setting("LOG_LEVEL", "INFO", "Least level that is logged."),
)
