"""An invented OptMem memory."""


def entry(number, day, text):
    return f"#{number} {day} {text}".encode().ljust(319, b" ") + b"\n"


def summary(text):
    return text.encode().ljust(287, b" ") + b"\n"


LOG = entry(0, "2026-05-01", "Bees arrived.") + entry(1, "2026-05-02", "蜂は三箱。")
LOG += entry(2, "2026-05-02", "蜂は三箱。") + entry(3, "2026-05-04", "Four boxes, not three.")
OPTMEM = {
    "memory/LOG.txt": LOG,
    "memory/TREE/2": summary("Bees came, three boxes.") + summary(""),
    "memory/TREE/64": summary("All about bees."),
    "memory/config": b"WAKE_LINES = 8\n",
    "memory/.lock": b"",
    "import.txt": "2026-05-02 蜂は三箱。\n2026-05-09 Honey.\n".encode(),
    "memory/list.txt": b"2026-05-01 Bees arrived.\n",
}
