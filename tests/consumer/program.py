# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
"""What a program in Python does with tamiz, through its C interface: program.py PREFIX."""

import ctypes
import math
import pathlib
import sys
import threading


class Options(ctypes.Structure):
    _fields_ = [
        ("expected_items", ctypes.c_uint64),
        ("false_positive_rate", ctypes.c_double),
        ("seed", ctypes.c_uint64),
        ("memory_limit", ctypes.c_uint64),
        ("layout", ctypes.c_int),
    ]


class Stats(ctypes.Structure):
    _fields_ = [
        ("bit_count", ctypes.c_uint64),
        ("memory_bytes", ctypes.c_uint64),
        ("fill_ratio", ctypes.c_double),
        ("estimated_items", ctypes.c_double),
        ("estimated_false_positive_rate", ctypes.c_double),
        ("remaining_items", ctypes.c_double),
        ("expected_false_drops", ctypes.c_double),
        ("stuck_counters", ctypes.c_uint64),
        ("stuck_line_share", ctypes.c_double),
    ]


def load(prefix):
    library = ctypes.CDLL(str(next(pathlib.Path(prefix).glob("**/libtamiz.so"))))
    library.tamiz_last_error.restype = ctypes.c_char_p
    for kind in ("filter", "counting_filter"):
        getattr(library, f"tamiz_{kind}_destroy").restype = None
        getattr(library, f"tamiz_{kind}_destroy").argtypes = [ctypes.c_void_p]
        for verb in ("insert", "claim", "may_contain", "erase", "occurrences"):
            function = getattr(library, f"tamiz_{kind}_{verb}", None)
            if function is not None:
                function.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
        getattr(library, f"tamiz_{kind}_stats").argtypes = [ctypes.c_void_p, ctypes.POINTER(Stats)]
    return library


def create(library, kind, **wanted):
    options = Options()
    assert library.tamiz_options_init(ctypes.byref(options)) == 0
    for name, value in wanted.items():
        setattr(options, name, value)
    made = ctypes.c_void_p()
    status = getattr(library, f"tamiz_{kind}_create")(ctypes.byref(options), ctypes.byref(made))
    if status != 0:
        raise ValueError(library.tamiz_last_error().decode())
    return made


def four_threads_find_each_key_once(library):
    seen = create(library, "filter", expected_items=20_000, layout=3)  # one word: one claim of a key is won
    keys = [f"https://example.org/{i}".encode() for i in range(20_000)]
    won = [0] * 4

    def work(number):
        won[number] = sum(library.tamiz_filter_claim(seen, key, len(key)) == 2 for key in keys)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(library.tamiz_filter_may_contain(seen, key, len(key)) == 1 for key in keys)
    stats = Stats()
    assert library.tamiz_filter_stats(seen, ctypes.byref(stats)) == 0
    # False positives are not won: as many, about, as it says itself. Six standard deviations and one.
    drops = stats.expected_false_drops
    assert abs(len(keys) - sum(won) - drops) <= 6 * math.sqrt(drops) + 1, (sum(won), drops)
    library.tamiz_filter_destroy(seen)


def keys_leave(library):
    living = create(library, "counting_filter", expected_items=1000)
    assert library.tamiz_counting_filter_insert(living, b"a\0b", 3) == 1
    assert library.tamiz_counting_filter_may_contain(living, b"a\0c", 3) == 0
    assert library.tamiz_counting_filter_occurrences(living, b"a\0b", 3) == 1
    assert library.tamiz_counting_filter_erase(living, b"a\0b", 3) == 1
    assert library.tamiz_counting_filter_may_contain(living, b"a\0b", 3) == 0
    library.tamiz_counting_filter_destroy(living)


def a_mistake_has_a_message(library):
    try:
        create(library, "filter", expected_items=1000, false_positive_rate=1.5)
    except ValueError as error:
        assert "false_positive_rate = 1.5" in str(error), error
    else:
        raise AssertionError("a rate of 1.5 was accepted")


if __name__ == "__main__":
    the_library = load(sys.argv[1])
    four_threads_find_each_key_once(the_library)
    keys_leave(the_library)
    a_mistake_has_a_message(the_library)
