"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from memoryapp.checks.boot import refuse_unless_sound

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryapp.settings")

application = get_wsgi_application()
refuse_unless_sound()
