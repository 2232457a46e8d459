"""Django's settings, assembled from the environment (`table.py` lists what may be given)."""

from pathlib import Path

from memoryapp.embedded.paths import broker_url
from memoryapp.logs import logging_configuration
from memoryapp.openapi.settings import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS

from .databases import databases
from .environment import data_directory, flag, number, secret_key, text, tombstones_directory, words

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = data_directory()

SECRET_KEY = secret_key()
DEBUG = flag("DEBUG")
ALLOWED_HOSTS = words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "memoryapp",
    "recall",
    "provenance",
    "memoryapp.admin_app.WorkspaceAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
]

MIDDLEWARE = [
    "memoryapp.middleware.head.HeadMiddleware",
    "memoryapp.middleware.request_id.RequestIdMiddleware",
    "memoryapp.metrics.middleware.MetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "memoryapp.middleware.content_security.ContentSecurityMiddleware",
    "memoryapp.middleware.wire.WireMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "memoryapp.middleware.closed_pages.ClosedPagesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "memoryapp.middleware.problems.ProblemMiddleware",
]

ROOT_URLCONF = "memoryapp.urls"
WSGI_APPLICATION = "memoryapp.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "provenance.review.places.places",
            ],
        },
    },
]

DATABASES = databases()
DATABASE_ROUTERS = ["memoryapp.routers.OwnerMigrates"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Only `with workspace(principal):` opens a transaction and names the tenant.
ATOMIC_REQUESTS = False

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = flag("SECURE_COOKIES")
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "memoryapp.problems.views.csrf_failure"
# A batch may be 16 MiB; each door states its own, smaller limit.
DATA_UPLOAD_MAX_MEMORY_SIZE = 17 * 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["provenance.api.authentication.ApiKeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["provenance.api.permissions.HasCapability"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["provenance.api.parsing.StrictJSONParser"],
    "EXCEPTION_HANDLER": "memoryapp.problems.handler.problem_response",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "memoryapp.openapi.schema.MemoryAutoSchema",
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
}

CELERY_BROKER_URL = text("CELERY_BROKER_URL") or broker_url(DATA_DIR)

EMBEDDER = text("EMBEDDER")
EMBEDDING_ENDPOINT_URL = text("EMBEDDING_ENDPOINT")
EMBEDDING_ENDPOINT_MODEL = text("EMBEDDING_ENDPOINT_MODEL")
EMBEDDING_ENDPOINT_KEY = text("EMBEDDING_ENDPOINT_KEY")
EMBEDDING_ENDPOINT_DIMENSION = number("EMBEDDING_ENDPOINT_DIMENSION")
EMBED_INLINE_MS = number("EMBED_INLINE_MS")
CONSOLIDATION = text("CONSOLIDATION")
CONSOLIDATION_ENDPOINT = text("CONSOLIDATION_ENDPOINT")
CONSOLIDATION_MODEL = text("CONSOLIDATION_MODEL")
CONSOLIDATION_KEY = text("CONSOLIDATION_KEY")
MODEL_DIR = DATA_DIR / "models"
TOMBSTONES_DIR = tombstones_directory()
BACKUP_DATABASE_URL = text("BACKUP_DATABASE_URL")
IMPORTS_DIR = DATA_DIR / "imports"
IMPORT_SNAPSHOT_DAYS = number("IMPORT_SNAPSHOT_DAYS")

LOGGING = logging_configuration(level=text("LOG_LEVEL"))
