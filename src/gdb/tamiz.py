# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
"""Shows tamiz's filters in gdb: layout, memory, fill and estimates in the place of words.

    (gdb) source tamiz.py
    (gdb) print seen
    $1 = tamiz::bloom_filter, layout::cache_line<2>, 20.5 KiB = {hashes = 8, fill_ratio = 0.28421541539634149,
      estimated_items = 7019.0541549285235, estimated_false_positive_rate = 0.00016191825256372657}

Put the first line into ~/.gdbinit. Filters of more than 4 MiB are sampled, some thousand lines of them; the figures are
those that stats() would give for such a sample.
"""

import math
import re
import struct

import gdb
import gdb.printing

WORDS_PER_LINE = 8
LINE_BYTES = 8 * WORDS_PER_LINE
MOST_LINES_READ = 65536  # 4 MiB: a fraction of a second
SAMPLED_LINES = 8192


def bits_set(word):
    return bin(word).count("1")


def counters_above_zero(word):
    """How many of a word's sixteen counters of four bits are not 0."""
    word |= word >> 2
    word |= word >> 1
    return bits_set(word & 0x1111111111111111)


def counters_stuck(word):
    """How many of them stand at 15."""
    word &= word >> 2
    word &= word >> 1
    return bits_set(word & 0x1111111111111111)


class Lines:
    """The lines of a filter's words, all of them or evenly spread ones: (number of the first word, words)."""

    def __init__(self, address, word_count):
        self.address = address
        self.word_count = word_count
        self.line_count = (word_count + WORDS_PER_LINE - 1) // WORDS_PER_LINE
        self.is_sample = self.line_count > MOST_LINES_READ

    def __iter__(self):
        inferior = gdb.selected_inferior()
        if not self.is_sample:
            memory = bytes(inferior.read_memory(self.address, 8 * self.word_count))
            words = struct.unpack(f"<{self.word_count}Q", memory)
            for first in range(0, self.word_count, WORDS_PER_LINE):
                yield first, words[first : first + WORDS_PER_LINE]
            return
        for i in range(SAMPLED_LINES):
            first = i * self.line_count // SAMPLED_LINES * WORDS_PER_LINE
            count = min(WORDS_PER_LINE, self.word_count - first)
            memory = bytes(inferior.read_memory(self.address + 8 * first, 8 * count))
            yield first, struct.unpack(f"<{count}Q", memory)


class BlockedLayout:
    """cache_line<W>, word and the halves of two_lines<W>: a key has some cells in each of W words of one block."""

    def __init__(self, size, words_per_block, words_per_key, cells, halves=1):
        self.blocks = int(size["blocks"])
        self.cells_per_word = int(size["cells_per_word"])
        self.words_per_block = words_per_block
        self.words_per_part = words_per_block // words_per_key
        self.words_per_key = words_per_key
        self.halves = halves
        self.word_count = halves * self.blocks * words_per_block
        self.cell_count = self.word_count * cells
        self.hashes = halves * self.cells_per_word * words_per_key
        self.cells_per_key = self.hashes
        b = self.cells_per_word
        # That b distinct cells are all among those of a word that are set.
        self.full = [math.comb(n, b) / math.comb(cells, b) for n in range(cells + 1)]
        self.rates = [0.0] * halves
        self.seen = [0] * halves

    def add_line(self, first_word, cells_set):
        half = first_word // (self.word_count // self.halves)
        for block in range(0, len(cells_set), self.words_per_block):
            rate = 1.0
            for part in range(block, block + self.words_per_block, self.words_per_part):
                rate *= sum(self.full[n] for n in cells_set[part : part + self.words_per_part]) / self.words_per_part
            self.rates[half] += rate
            self.seen[half] += 1

    def false_positive_rate(self):
        means = [rate / seen for rate, seen in zip(self.rates, self.seen) if seen != 0]
        return math.prod(means) if len(means) == self.halves else means[0] ** self.halves


class ClassicLayout:
    """A key has one bit in each of k slices. Bits of each slice are counted apart."""

    def __init__(self, size):
        self.bits = int(size["bits_"])
        self.hashes = int(size["hashes_"])
        self.slices = int(size["slices_"])
        self.word_count = (self.bits + 63) // 64
        self.cell_count = self.bits
        self.cells_per_key = self.slices
        self.set = 0
        self.seen = 0

    def add_line(self, first_word, cells_set):
        self.set += sum(cells_set)
        self.seen += min(64 * (first_word + len(cells_set)), self.bits) - 64 * first_word

    def false_positive_rate(self):
        # Each slice has the same expected fill.
        return (self.set / self.seen) ** self.slices


def layout_of(name, size, is_counting):
    cells = 16 if is_counting else 64
    found = re.search(r"layout::cache_line<(\d+)", name)
    if found:
        return BlockedLayout(size, 8, int(found.group(1)), cells)
    if re.search(r"layout::basic_word<", name):
        return BlockedLayout(size, 1, 1, cells)
    found = re.search(r"layout::two_lines<(\d+)", name)
    if found:
        return BlockedLayout(size, 8, int(found.group(1)), 64, halves=2)
    if re.search(r"layout::classic", name):
        return ClassicLayout(size)
    return None  # the program's own


def short_name(layout_name):
    name = re.sub(r"^tamiz::(v\d+::)?", "", layout_name)
    name = re.sub(r"^layout::basic_word<.*", "layout::word", name)
    return re.sub(r"(cache_line<\d+)u?, \d+u?>", r"\1>", name).replace("u>", ">")


def memory_text(count):
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} bytes"


class FilterPrinter:
    """For bloom_filter and counting_bloom_filter."""

    def __init__(self, value):
        if value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            value = value.referenced_value()
        self.value = value
        self.type = value.type.strip_typedefs().unqualified()
        self.is_counting = "counting_bloom_filter" in self.type.name.split("<")[0]
        self.layout_name = str(self.type.template_argument(1).strip_typedefs())
        self.has_words = int(value["storage_"]["words_"]) != 0
        self.layout = None
        self.lines = None
        # Memory that is no filter yet, or no longer, holds anything: what cannot be a filter is not read.
        try:
            self.layout = layout_of(self.layout_name, value["size_"], self.is_counting)
            self.is_filter = int(value["words_"]) != 0
            if self.layout is not None and self.has_words:
                needed = self.layout.word_count
                self.is_filter = 0 < needed <= int(value["storage_"]["count_"]) < 1 << 60
                self.lines = Lines(int(value["words_"]), needed)
                gdb.selected_inferior().read_memory(self.lines.address + 8 * (needed - 1), 8)
        except (ArithmeticError, ValueError, OverflowError, gdb.MemoryError):
            self.is_filter = False

    def kind(self):
        return "tamiz::counting_bloom_filter" if self.is_counting else "tamiz::bloom_filter"

    def to_string(self):
        text = f"{self.kind()}, {short_name(self.layout_name)}"
        if not self.is_filter:
            return text + ", not initialised"
        if not self.has_words:
            return text + ", without words: it was moved from"
        text += ", " + memory_text(8 * int(self.value["storage_"]["count_"]))
        if self.lines is not None and self.lines.is_sample:
            text += f", a sample of {SAMPLED_LINES} lines"
        return text

    def children(self):
        if not self.is_filter or not self.has_words or self.layout is None:
            return
        layout = self.layout
        count = counters_above_zero if self.is_counting else bits_set
        cells = 16 if self.is_counting else 64
        set_in_all = seen = stuck = 0
        for first, words in self.lines:
            cells_set = [count(word) for word in words]
            set_in_all += sum(cells_set)
            seen += min((first + len(words)) * cells, layout.cell_count) - first * cells
            layout.add_line(first, cells_set)
            if self.is_counting:
                stuck += sum(counters_stuck(word) for word in words)
        fill = set_in_all / seen
        yield "hashes", layout.hashes
        yield "fill_ratio", fill
        yield "estimated_items", self.items_at(fill)
        yield "estimated_false_positive_rate", layout.false_positive_rate()
        if self.is_counting:
            yield "stuck_counters", stuck

    def items_at(self, fill):
        """As estimate_items (tamiz/detail/statistics.hpp)."""
        cells, per_key = self.layout.cell_count, self.layout.cells_per_key
        if fill <= 0:
            return 0.0
        if per_key >= cells:
            return 1.0
        return math.log1p(-min(fill, (cells - 0.5) / cells)) / math.log1p(-per_key / cells)


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("tamiz")
    collection.add_printer("filter", r"^tamiz::(v\d+::)?(counting_)?bloom_filter<", FilterPrinter)
    return collection


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
