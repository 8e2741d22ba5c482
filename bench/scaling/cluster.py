# SPDX-License-Identifier: BSD-3-Clause
"""The simulated cluster: SimGrid's description of the first seed's machine.

412 nodes of two six-core Xeon E5-2620 (2.0 GHz, 15 MB of L3 each), QDR InfiniBand of 40 Gb/s (Water 2018, 10, 1461, section 5).
A node has 12 cores; 16 nodes hang on a leaf switch, and the leaves on as many spine switches, so that no link is shared more
often than it must be. What a core does stands in the machine file (machine.py)."""
import json
import pathlib
from dataclasses import dataclass, replace

CORES = 12  #: a node
LEAF = 16  #: nodes on a leaf switch
LINK_BANDWIDTH = 3.2e9  #: bytes/s: 40 Gb/s of QDR less its 8b/10b code and the headers
LINK_LATENCY = 0.4e-6  #: s: a message to another node crosses two links, or four by way of a spine switch
MEMORY_BANDWIDTH = 5e9  #: bytes/s of a message between two ranks of a node
MEMORY_LATENCY = 0.2e-6  #: s of such a message
OVERHEAD = 0.5e-6  #: s that a core is busy with sending a message; a short one to another node so takes 1.3 us

SHORT = 4096  #: bytes of a message that has a fixed share of its links; longer ones share them as they are used
SHORT_OF_CHANNEL = 65536  #: the same in the channel, all of whose ranks send ghosts at once: shares are equal, and SimGrid needs hours to find it out
POLL = 0.5e-6  #: s: who asks whether a message has come (MPI_Probe, MPI_Test) and is told no asks again after this



@dataclass(frozen=True)
class Network:
    """What the cluster may be beyond its data sheet: messages whose latencies and overheads are so many times longer, and
    interruptions of each core by its operating system, so many a second of work and so many seconds long."""
    name: str
    title: str
    slower: float = 1
    noise_rate: float = 0
    noise_seconds: float = 0

    def machine(self, text):
        """A machine file with this noise."""
        return text + (f"noisePerSecond {self.noise_rate:g}\nnoiseSeconds {self.noise_seconds:g}\n" if self.noise_seconds else "")

    def fitted(self, value):
        """The same with another number for what fit.py fits."""
        return replace(self, **{"noise_seconds" if self.noise_rate else "slower": value})


SHEET = Network("sheet", "by the data sheet")
#: Those that explain what a reduction cost on the seed's machine by one thing alone; fit.py finds how much of it.
CANDIDATES = {n.name: n for n in (Network("slow", "slower messages"), Network("noise", "100 interruptions a second", noise_rate=100),
                                  Network("ticks", "1,000 interruptions a second", noise_rate=1000))}
#: What fit.py has found and by what tries: {network: {"value": ..., "tries": [...]}}.
FITS = pathlib.Path(__file__).with_name("networks.json")


def networks():
    """{name: network}: by the data sheet, and those of the candidates that `make scaling ARGS=--fit` has fitted."""
    found = json.loads(FITS.read_text()) if FITS.exists() else {}
    return {SHEET.name: SHEET} | {name: n.fitted(found[name]["value"]) for name, n in CANDIDATES.items() if name in found}


def options(network=SHEET):
    """SimGrid's options. Nothing takes time but what loops are charged with (smpi/simulate-computation:no) and messages. The
    corrections for TCP over Ethernet, which are its defaults, do not hold for InfiniBand. Collective calls use logarithmic
    algorithms; those of its MVAPICH selector are linear in the number of ranks at 1,536 of them (an MPI_Allreduce of one
    number: 190 us)."""
    overhead = OVERHEAD * network.slower
    return [
        "contexts/factory:raw", "contexts/stack-size:512", "contexts/guard-size:0",
        "smpi/privatization:no",
        "smpi/simulate-computation:no", "smpi/host-speed:1Gf", "smpi/cpu-threshold:0", "smpi/wtime:0",
        "smpi/allreduce:rdb", "smpi/barrier:ompi_recursivedoubling", "smpi/bcast:binomial_tree", "smpi/allgather:bruck", "smpi/allgatherv:ompi_bruck",
        f"smpi/async-small-thresh:{SHORT}", "smpi/bw-factor:0:1", "smpi/lat-factor:0:1", "network/TCP-gamma:0", "network/crosstraffic:no",
        f"smpi/os:0:{overhead}:0", f"smpi/ois:0:{overhead}:0",
        f"smpi/test:{POLL}", f"smpi/iprobe:{POLL}", "smpi/grow-injected-times:no",
    ]


def platform(nodes, network=SHEET):
    """SimGrid's XML of so many nodes."""
    leaves = -(-nodes // LEAF)
    if leaves == 1:
        shape = f"1;{max(nodes, 1)};1;1"
    else:
        shape = f"2;{LEAF},{leaves};1,{LEAF};1,1"
    hosts = min(nodes, LEAF) if leaves == 1 else LEAF * leaves
    return f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" topology="FAT_TREE" topo_parameters="{shape}" prefix="node-" suffix="" radical="0-{hosts - 1}"
           speed="1Gf" core="{CORES}" bw="{LINK_BANDWIDTH:.0f}Bps" lat="{LINK_LATENCY * network.slower}s" sharing_policy="SPLITDUPLEX"
           loopback_bw="{MEMORY_BANDWIDTH:.0f}Bps" loopback_lat="{MEMORY_LATENCY * network.slower}s"/>
</platform>
"""


def hosts(ranks):
    """The host file: 12 ranks a node, one node after another."""
    return "".join(f"node-{rank // CORES}\n" for rank in range(ranks))
