"""memoryapp with the embedder that it comes with."""

from benchmarks.peers.port import Place
from benchmarks.peers.systems.memoryapp import MemoryApp


def open_peer(place: Place) -> MemoryApp:
    return MemoryApp(place, embedder="e5-small")
