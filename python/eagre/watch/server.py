# SPDX-License-Identifier: BSD-3-Clause
"""The server of the page: this machine alone may ask it, and changes need the token that it prints."""
import asyncio
import hmac
import json
import logging
import pathlib
import time

import tornado.httpserver
import tornado.netutil
import tornado.web

from eagre.watch.pictures import Pictures
from eagre.watch.run import RunError, latest_time

HERE = pathlib.Path(__file__).parent
FILES = {"": ("page.html", "text/html"), "page.css": ("page.css", "text/css"), "page.js": ("page.js", "text/javascript"),
         "chart.js": ("chart.js", "text/javascript"), "picture.js": ("picture.js", "text/javascript")}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                               "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store", "Server": "eagre watch"}
SHARE, AT_ONCE = 0.1, 0.5  # of a processor that answers without the token may take in the long run, and its seconds at once
WATCHED = 10  # seconds after the last request for which the log is read twice a second


class Site:
    """What the handlers share: the run, its picture, who may ask. reading: whether reading needs the token, too."""

    def __init__(self, run, token, hosts, reading=False):
        self.run, self.token, self.reading = run, token, reading
        self.hosts = {"127.0.0.1", "localhost", "::1", *hosts}
        self.pictures = Pictures(run.case, time.monotonic)
        self._asked = self._counted = time.monotonic()
        self._allowed = AT_ONCE
        self._tasks = set()

    def may_answer(self):
        """Whether the answers so far leave time for another one."""
        now = time.monotonic()
        self._allowed = min(AT_ONCE, self._allowed + SHARE * (now - self._counted))
        self._counted = now
        return self._allowed > 0

    def answered(self, seconds):
        """What an answer took of the processor."""
        self._allowed -= seconds

    def is_token(self, words):
        return hmac.compare_digest(words.encode(), f"Bearer {self.token}".encode())

    def asked(self):
        self._asked = time.monotonic()

    async def follow(self):
        """Reads log and tables as long as the server lives; pictures are made only while a page is open."""
        while True:
            while self.run.read():
                await asyncio.sleep(0)
            watched = time.monotonic() - self._asked < WATCHED
            if watched:
                self._draw()
            await asyncio.sleep(0.5 if watched else 3)

    def _draw(self):
        if self.pictures.may_look():
            task = asyncio.ensure_future(self.pictures.refresh(latest_time(self.run.case)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


class Handler(tornado.web.RequestHandler):
    def initialize(self, site):
        self.site = site

    def set_default_headers(self):
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def prepare(self):
        self._began = time.process_time()
        if not self.site.may_answer() and not self.has_token():
            raise tornado.web.HTTPError(429, reason="too many requests")
        host = self.request.host.rpartition(":")[0] if self.request.host.rpartition(":")[2].isdigit() else self.request.host
        if host.strip("[]").lower() not in self.site.hosts:
            raise tornado.web.HTTPError(403, reason="this name is not one of this server's")

    def on_finish(self):
        if self.get_status() != 429:
            self.site.answered(time.process_time() - self._began)

    def has_token(self):
        return self.site.is_token(self.request.headers.get("Authorization", ""))

    def require_token(self):
        if not self.has_token():
            raise tornado.web.HTTPError(403, reason="wrong token: use the address that eagre watch has printed")

    def answer(self, value):
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(value, allow_nan=False) if _finite(value) else json.dumps(_without_nan(value)))

    def write_error(self, status_code, **_):
        self.answer({"error": self._reason if status_code < 500 else "the page's server has failed; the run is not touched"})


def _finite(value):
    try:
        json.dumps(value, allow_nan=False)
        return True
    except ValueError:
        return False


def _without_nan(value):
    """JSON has no nan: a field that has diverged is a word."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {key: _without_nan(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(one) for one in value]
    return value


class File(Handler):
    def get(self, name):
        if name not in FILES:
            raise tornado.web.HTTPError(404, reason="no such page")
        file, kind = FILES[name]
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        self.finish((HERE / file).read_bytes())


class Data(Handler):
    def get(self):
        site = self.site
        if site.reading:
            self.require_token()
        site.asked()
        sent = self._numbers(self.get_query_argument("sent", ""))
        run, answer = site.run, {}
        answer["summary"] = run.summary()
        answer["steps"] = run.steps.after(*sent.get("steps", (-1, 0)))
        answer["tables"] = [{"name": table.name, **table.steps.after(*sent.get(table.name, (-1, 0)))} for table in run.tables.tables.values()]
        answer["picture"] = {"number": site.pictures.number, "time": site.pictures.name, "error": site.pictures.error}
        self.answer(answer)

    @staticmethod
    def _numbers(text):
        """What the page has already: the last row and the generation of each list."""
        try:
            sent = json.loads(text) if text else {}
            return {str(name): (int(last), int(generation)) for name, (last, generation) in sent.items()}
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise tornado.web.HTTPError(400, reason="sent: a JSON object of pairs of numbers") from None


class Picture(Handler):
    def get(self):
        if self.site.reading:
            self.require_token()
        if not self.site.pictures.data:
            raise tornado.web.HTTPError(404, reason="there is no picture yet")
        self.set_header("Content-Type", "application/octet-stream")
        self.finish(self.site.pictures.data)


class Action(Handler):
    def post(self):
        self.require_token()
        try:
            wanted = json.loads(self.request.body)
            action, value = str(wanted["action"]), wanted.get("value")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise tornado.web.HTTPError(400, reason="a JSON object with the member action") from None
        try:
            self.answer({"done": self.site.run.act(action, value)})
        except RunError as error:
            self.set_status(409)
            self.answer({"error": str(error)})


def start(site, address, port):
    """Listens; port 0: any that is free. Returns the port."""
    logging.getLogger("tornado.access").disabled = True
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    routes = [(r"/data", Data), (r"/picture", Picture), (r"/action", Action), (r"/(.*)", File)]
    application = tornado.web.Application([(path, handler, {"site": site}) for path, handler in routes], compress_response=True,
                                          log_function=lambda handler: None)
    sockets = tornado.netutil.bind_sockets(port, address)
    server = tornado.httpserver.HTTPServer(application, max_header_size=16384, max_body_size=4096, max_buffer_size=65536,
                                           idle_connection_timeout=60, body_timeout=10)
    server.add_sockets(sockets)
    return sockets[0].getsockname()[1]
