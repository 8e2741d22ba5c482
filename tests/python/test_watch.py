# SPDX-License-Identifier: BSD-3-Clause
"""The page of `eagre watch`: what it shows, who may ask it and change a run, and what bad input does to it."""
import html
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

import foam
import own
import pytest
from eagre.watch.run import Run

PATIENCE = 60  # seconds, on a machine that does other things
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Page:
    """`eagre watch` on a case."""

    def __init__(self, eagre, case, *words):
        pytest.importorskip("tornado")
        self.process = subprocess.Popen([eagre, "watch", case, "--port", "0", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port, self.token = re.search(r"http://127\.0\.0\.1:(\d+)/#token=(\S+)", line).groups()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0, self.process.stderr.read()

    def ask(self, path, method="GET", body=None, token=None, host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Host": host or f"127.0.0.1:{self.port}"} | ({"Authorization": f"Bearer {token}"} if token else {})
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.read().decode(errors="replace")

    def until(self, done, part="summary"):
        """A part of what the page is sent, when it is as wanted. Like the page it asks again where it has asked too often (429)."""
        until, value = time.monotonic() + PATIENCE, None
        while True:
            status, text = self.ask("/data")
            if status != 429 and done(value := json.loads(text)[part]):
                return value
            assert time.monotonic() < until, (status, value)
            time.sleep(0.1)

    def picture(self, done):
        return self.until(done, "picture")

    def act(self, action, value=None):
        status, text = self.ask("/action", "POST", json.dumps({"action": action, "value": value}), self.token)
        return status, json.loads(text)


@pytest.fixture
def ended(tmp_path, eagre):
    case = own.dam_break(tmp_path / "case", cells=0.5, tight=False, control="endTime 0.02; writeInterval 0.02;")
    foam.run([eagre, "run", case], log=case / "log.interFoam")
    return case


def flood(port, seconds):
    """Requests in pipelines on four connections, as many as the server takes. Returns their number and the answers' statuses."""
    request = b"GET /data HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50
    sockets = [socket.create_connection(("127.0.0.1", int(port)), 10) for _ in range(4)]
    sent, statuses, until = 0, set(), time.monotonic() + seconds
    for one in sockets:
        one.setblocking(False)
    while time.monotonic() < until:
        for one in sockets:
            try:
                sent += one.send(request) // (len(request) // 50)
            except BlockingIOError:
                pass
            try:
                statuses |= set(re.findall(rb"HTTP/1.1 (\d+)", one.recv(1 << 20)))
            except BlockingIOError:
                time.sleep(0.0005)
    for one in sockets:
        one.close()
    return sent, statuses


def test_bad_input_is_answered_and_changes_nothing(ended, eagre):
    shutil.copytree(ended / "0.02", ended / "0.03")
    (ended / "0.03" / "U").write_text("FoamFile { version 2.0; class volVectorField; }\ninternalField nonuniform List<vector> 16")
    before = {path: path.stat().st_mtime_ns for path in ended.rglob("*") if path.is_file()}
    with Page(eagre, ended) as page:
        assert page.ask("/")[0] == 200 and "default-src 'none'" in str(http_headers(page))
        assert page.ask("/data", host="rebound.example")[0] == 403 and page.ask("/data", host="localhost")[0] == 200
        for path in ("/../system/controlDict", "/%2e%2e/%2e%2e/etc/passwd", "/../../../etc/passwd", "//etc/passwd", "/log.interFoam"):
            status, text = page.ask(path)
            assert status == 404 and "no such page" in text
        for token in (None, "wrong", page.token[:-1], "\xe9"):
            status, text = page.ask("/action", "POST", '{"action": "stop"}', token)
            assert status == 403 and "wrong token" in text
        assert page.ask("/action", "GET", token=page.token)[0] == 405
        for body in ("", "[", "[]", '{"value": 1}', "[" * 4000):
            assert page.ask("/action", "POST", body, page.token)[0] == 400
        for sent in ("[1]", "{%22steps%22:3}", "{%22steps%22:[1,2,3]}", "[" * 1000):
            assert page.ask("/data?sent=" + sent)[0] == 400
        with socket.create_connection(("127.0.0.1", int(page.port))) as one:
            one.sendall(b"\0\1\2 garbage\r\n\r\n" * 100)
        assert page.act("stop") == (409, {"error": "nothing runs"})
        assert "0.03/U" in page.picture(lambda picture: picture["error"])["error"], "a time that is half written"
        sent, statuses = flood(page.port, 1.0)
        assert sent > 1000 and {b"200", b"429"} >= statuses
        time.sleep(1)
        page.until(lambda summary: summary["phase"] == "ended")
    after = {path: path.stat().st_mtime_ns for path in ended.rglob("*") if path.is_file()}
    assert after == before


def test_answers_leave_the_processor_to_the_run(tmp_path):
    server = pytest.importorskip("eagre.watch.server")
    site = server.Site(Run(tmp_path), "token", [])
    assert site.may_answer()
    site.answered(server.AT_ONCE + 0.01)
    assert not site.may_answer()
    time.sleep(0.2)
    assert site.may_answer()


def http_headers(page):
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=10)
    connection.request("GET", "/")
    return connection.getresponse().getheaders()


def test_others_are_kept_out(ended, eagre):
    refused = subprocess.run([eagre, "watch", ended, "--address", "0.0.0.0"], capture_output=True, text=True)
    assert refused.returncode == 2 and "add --token" in refused.stderr
    with Page(eagre, ended, "--token") as page:
        assert page.ask("/data")[0] == page.ask("/picture")[0] == 403 and page.ask("/data", token=page.token)[0] == 200


def test_a_run_is_written_prolonged_and_stopped(tmp_path, eagre):
    case = own.dam_break(tmp_path / "case", tight=False, control="endTime 1000; writeInterval 500; runTimeModifiable yes;")
    with open(case / "log.interFoam", "w") as log:
        run = subprocess.Popen([eagre, "run", case], stdout=log, stderr=subprocess.STDOUT)
    try:
        with Page(eagre, case) as page:
            shown = page.until(lambda summary: summary["steps"] > 3 and summary["memoryIsNow"])
            assert shown["phase"] == "running" and shown["memory"][0] > 10 and set(shown["actions"].values()) == {""}
            assert page.act("endTime", "2000.5")[0] == 200 and "endTime" in (case / "system" / "controlDict").read_text()
            page.until(lambda summary: summary["endTime"] == 2000.5)
            assert page.act("endTime", "1e-9")[0] == page.act("endTime", "nan; }")[0] == page.act("remove")[0] == 409
            assert page.act("write")[0] == 200
            page.until(lambda summary: any(name not in ("0", "0.orig") and re.match(r"\d", name) for name in os.listdir(case)))
            assert run.poll() is None, "it goes on"
            assert page.act("stop")[0] == 200
            page.until(lambda summary: summary["phase"] == "stopped")
            assert run.wait(PATIENCE) == 6
    finally:
        run.kill()
        run.wait()
    text = (case / "log.interFoam").read_text()
    assert "Re-reading system/controlDict" in text and "Signal received: writing, then going on" in text


def test_a_run_of_openfoam_is_stopped_by_its_dictionary(tmp_path, eagre):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", "endTime 1e5; writeInterval 1000000; OptimisationSwitches { fileModificationSkew 0; }")
    foam.openfoam("blockMesh", case)
    with open(case / "log.icoFoam", "w") as log:
        run = subprocess.Popen(["/usr/bin/icoFoam", "-case", case], stdout=log, stderr=subprocess.STDOUT, env=foam.environment())
    try:
        with Page(eagre, case) as page:
            shown = page.until(lambda summary: summary["steps"] > 3)
            assert shown["actions"]["stop"] == shown["actions"]["endTime"] == "" and "writeNowSignal" in shown["actions"]["write"]
            assert page.act("stop")[0] == 200
            page.until(lambda summary: summary["phase"] == "ended")
            assert run.wait(PATIENCE) == 0
            for _ in range(100):
                if re.search(r"stopAt\s+endTime;", (case / "system" / "controlDict").read_text()):
                    break
                time.sleep(0.1)
            else:
                raise AssertionError("stopAt was not put back")
    finally:
        run.kill()
        run.wait()


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (tools/packages/watch.txt)")
def test_a_browser_shows_what_the_log_says(ended, eagre):
    with Page(eagre, ended) as page:
        page.until(lambda summary: summary["phase"] == "ended")
        page.picture(lambda picture: picture["number"])
        shown = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", "--dump-dom",
                                f"http://127.0.0.1:{page.port}/"], capture_output=True, text=True, timeout=60).stdout
    text = html.unescape(re.sub(r"<[^>]+>", " ", shown))
    log = pathlib.Path(ended / "log.interFoam").read_text()
    for pattern, form in ((r"^Courant Number mean: \S+ max: (\S+)", "{:.6g}"), (r"^deltaT = (\S+)", "{:.6g} s"), (r"fraction = (\S+)", "{:.8g}")):
        assert form.format(float(re.findall(pattern, log, re.M)[-1])) in text
    assert "100.0 %" in text and "ended" in text and "t = 0.02 s" in text and shown.count("<canvas") >= 8, "charts and two pictures"
