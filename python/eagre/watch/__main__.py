# SPDX-License-Identifier: BSD-3-Clause
"""eagre watch CASE: a page on 127.0.0.1 about a run of a case, of OpenFOAM too, that goes on or has ended."""
import argparse
import asyncio
import os
import pathlib
import secrets
import signal
import socket
import sys

MISSING = ("eagre: error: eagre watch needs the Python package tornado: make watch (in the sources of Eagre), or python3 -m pip install "
           "-r python/requirements-watch.txt")


def parse(arguments):
    parser = argparse.ArgumentParser(prog="eagre watch", description="a page on 127.0.0.1 about a run of a case, of OpenFOAM too")
    parser.add_argument("case", nargs="?", default=".", help="case directory")
    parser.add_argument("--log", help="log of the run (default: log.<application> in the case)")
    parser.add_argument("--port", type=int, default=8642, help="0, or if the default is taken: any that is free (default: 8642)")
    parser.add_argument("--address", default="127.0.0.1", help="listen on another address than this machine's own; needs --token")
    parser.add_argument("--token", action="store_true", help="reading the page needs the token, too; without it only changes do")
    options = parser.parse_args(arguments)
    if options.address not in ("127.0.0.1", "localhost", "::1") and not options.token:
        parser.error("--address: others can reach this address, so reading needs the token, too: add --token")
    if not 0 <= options.port < 65536:
        parser.error("--port: a number from 0 to 65535")
    if not pathlib.Path(options.case).is_dir():
        parser.error(f"{options.case}: no such directory")
    if options.log and not os.path.isfile(options.log):
        parser.error(f"--log: {options.log}: no such file")
    return options


async def serve(options):
    from eagre.watch import server
    from eagre.watch.run import Run

    run = Run(options.case, options.log)
    site = server.Site(run, secrets.token_urlsafe(24), {options.address, socket.gethostname()} if options.token else set(), options.token)
    try:
        port = server.start(site, options.address, options.port)
    except OSError:
        port = server.start(site, options.address, 0)
    name = f"[{options.address}]" if ":" in options.address else options.address
    print(f"Watch {run.case.name}: http://{name}:{port}/#token={site.token}\n"
          f"From another machine: ssh -L {port}:{name}:{port} {socket.gethostname()}, then the same address. Ctrl-C ends this page, not the run.",
          flush=True)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    following = asyncio.ensure_future(site.follow())
    await asyncio.wait([following, asyncio.ensure_future(ended.wait())], return_when=asyncio.FIRST_COMPLETED)
    if following.done():
        following.result()
    run.put_back()
    site.pictures.end()
    os._exit(0)  # asyncio would wait for tasks that wait for processes


def main(arguments=None):
    options = parse(arguments)
    try:
        import tornado  # noqa: F401
    except ImportError:
        print(MISSING, file=sys.stderr)
        return 3
    os.nice(10)  # the run goes before; much lower, the page would stand still beside ranks that spin on all cores
    try:
        asyncio.run(serve(options))
    except OSError as error:
        print(f"eagre: error: {options.address}: {error.strerror}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
