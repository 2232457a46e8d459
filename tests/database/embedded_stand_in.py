"""`make up` with small stand-ins for the project's own programs: `python -m …embedded_stand_in up`.

What is tested with it is the keeper: order, log, and that nothing is left running. Each process
bears DATA in its environment, by which a test finds what is left.
"""

import os
import sys

from memoryapp.embedded import programs
from memoryapp.embedded.__main__ import main
from memoryapp.embedded.options import Options
from memoryapp.embedded.processes import Command

_SERVER = """
import http.server, subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def log_message(self, *arguments): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Ready).serve_forever()
"""
_IDLE = "import time; time.sleep(600)"


def _python(name: str, code: str, *arguments: str, options: Options) -> Command:
    command = [sys.executable, "-c", code, *arguments]
    return Command(name=name, arguments=command, environment={"DATA": str(options.data)})


def _step(name: str, *arguments: str, options: Options) -> Command:
    code = os.environ.get(f"STAND_IN_{name}") or f"print('{name} was done')"
    return _python("set-up", code, options=options)


programs.management = _step
programs.web = lambda options: _python("web", _SERVER, str(options.port), "web", options=options)
programs.worker = lambda options: _python("worker", _IDLE, "worker", options=options)
programs.beat = lambda options: _python("beat", _IDLE, "beat", options=options)

if __name__ == "__main__":
    sys.exit(main())
