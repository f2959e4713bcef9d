# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
"""Run by gdb, with `printer` set to the printer's path: each filter of program.cpp must show what its own stats() told."""

import gdb

checked = 0


def fail(message):
    print(f"check: {message}")
    gdb.execute("quit 1")


def check(is_true, message):
    global checked
    checked += 1
    if not is_true:
        fail(message)


def close(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute(f"source {printer}")  # noqa: F821 - named on the command line
gdb.execute("break stop_here")
try:
    gdb.execute("run", to_string=True)
except gdb.error as error:
    # The last one is gdb's word for a child that was not allowed to be traced.
    reasons = ("ptrace", "not permitted", "During startup program exited with code 127")
    may_not = any(reason in str(error) for reason in reasons)
    print(f"check: gdb cannot start the program: {error}")
    gdb.execute("quit 77" if may_not else "quit 1")
gdb.execute("up", to_string=True)
frame = gdb.selected_frame()

for name, title in {
    "plain": "tamiz::bloom_filter, layout::cache_line<2>",
    "word": "tamiz::bloom_filter, layout::word",
    "wide": "tamiz::bloom_filter, layout::cache_line<8>",
    "classic": "tamiz::bloom_filter, layout::classic",
    "pair": "tamiz::bloom_filter, layout::two_lines<4>",
    "large": "tamiz::bloom_filter, layout::cache_line<2>",
    "empty": "tamiz::bloom_filter, layout::cache_line<2>",
    "counting": "tamiz::counting_bloom_filter, layout::cache_line<2>",
}.items():
    visualizer = gdb.default_visualizer(frame.read_var(name))
    check(visualizer is not None, f"{name}: gdb finds no printer for it")
    text = visualizer.to_string()
    check(text.startswith(title), f"{name}: is called {text}")
    check(("sample" in text) == (name == "large"), f"{name}: {text}")
    shown = dict(visualizer.children())
    stats = frame.read_var(name + "_stats")
    for figure in ("fill_ratio", "estimated_items", "estimated_false_positive_rate"):
        wanted = float(stats[figure])
        check(close(shown[figure], wanted), f"{name}: {figure} = {shown[figure]}, and stats() told {wanted}")
    if name == "counting":
        stuck = int(stats["stuck_counters"])
        check(stuck > 0 and shown["stuck_counters"] == stuck, f"{name}: {shown['stuck_counters']} stuck, not {stuck}")

gone = gdb.default_visualizer(frame.read_var("gone"))
check("moved from" in gone.to_string() and not list(gone.children()), f"gone: {gone.to_string()}")
reference = gdb.default_visualizer(frame.read_var("reference"))
plain = gdb.default_visualizer(frame.read_var("plain"))
check(reference.to_string() == plain.to_string(), f"reference: {reference.to_string()}")
check(dict(reference.children()) == dict(plain.children()), "reference: shows other figures than the filter")
for name in ("no_filter", "no_filter_yet"):
    visualizer = gdb.default_visualizer(frame.read_var(name).dereference())
    check("not initialised" in visualizer.to_string(), f"{name}: {visualizer.to_string()}")
    check(not list(visualizer.children()), f"{name}: shows figures")
shown = gdb.execute("print plain", to_string=True)
check("fill_ratio = 0." in shown and "hashes = " in shown, f"print shows {shown}")
print(shown)
print(f"check: {checked} checks passed")
gdb.execute("kill")
gdb.execute("quit 0")
