/* Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
 *
 * The claim protocol of include/tamiz/words.hpp (`words::claim` and `words::complete`), for the model checker Spin.
 *
 * CLAIMERS threads claim one key, which has BITS bits in each of WORDS words. Beside them others insert whatever keys
 * there may be: they set any bits of these words, the key's or not, one at a time and in any order. That covers every
 * insert, since one that sets several bits at once is the case in which nobody moves between them. It also covers
 * what the filter holds beforehand, which is what the others set before the first claim begins.
 *
 * A step is one access to one shared word, as in the code. What stands beside it in the same atomic block touches the
 * thread's own variables, or the bookkeeping of the check, which no thread reads to decide anything.
 *
 * The memory is sequentially consistent. What weaker memory adds is for the explorer, which runs the real headers.
 *
 * The first macros set the size. Those below break one rule each; the check must notice (CMakeLists.txt has the list).
 */
#ifndef WORDS
#define WORDS 2
#endif
#ifndef BITS
#define BITS 1
#endif
#ifndef CLAIMERS
#define CLAIMERS 2
#endif
#ifndef INTERFERENCE
#define INTERFERENCE 1 /* 0: the others are done when the first claim begins */
#endif

#define KEY ((1 << BITS) - 1) /* the key's mask, the same in every word */
#define FOREIGN BITS          /* number of a bit that is not the key's: an exchange fails when others set it */
#define incomplete(value) (((value) & KEY) != KEY)

/* --- the rules, each with its broken variants --------------------------------------------------------------------- */

/* Won: this call flipped a bit in the highest word that it had seen incomplete, which is word end - 1.
 * `flipped` has a bit for each word in which this call flipped one of the key's bits. */
#if defined(ANSWER_FROM_LOAD)
#define is_won (end > 0)
#elif defined(DECIDE_BY_ANY_WORD)
#define is_won (flipped != 0)
#elif defined(DECIDE_BY_LOWEST_WORD)
#define is_won (end > 0 && (flipped & (1 << lowest)) != 0)
#elif defined(DECIDE_BY_LAST_WORD)
#define is_won ((flipped & (1 << (WORDS - 1))) != 0)
#else
#define is_won (end > 0 && (flipped & (1 << (end - 1))) != 0)
#endif

/* Raced: this call flipped bits, but none that decides. */
#if defined(RACED_IS_PRESENT)
#define is_raced (false)
#else
#define is_raced (!is_won && flipped != 0)
#endif

/* A word is left out, or left, when it holds the whole mask. */
#if defined(SKIP_STARTED_WORDS)
#define is_done(value) (((value) & KEY) != 0)
#else
#define is_done(value) (!incomplete(value))
#endif

/* After it comes the next one. */
#if defined(STOP_AT_COMPLETE_WORD)
#define after(n) last
#else
#define after(n) (n + 1)
#endif

/* Words are set in ascending order. */
#if defined(DESCENDING)
#define nth(n) (last - 1 - (n))
#else
#define nth(n) (n)
#endif

/* All words are loaded before the first is set. */
#if defined(LOAD_LATE)
#define last loaded
#else
#define last end
#endif

/* --- shared words, and the bookkeeping of the check --------------------------------------------------------------- */

byte word[WORDS];

bool began;      /* a claim has read its first word */
bool interfered; /* and after that, others have set a bit of the key */
bool claimed;    /* a claim has flipped a bit of the key */
byte won;        /* claims that were answered `won` */
byte told_new;   /* claims that were answered `won` or `raced` */
byte returned;   /* claims that have returned */

/* The promises. */
bool no_bit_is_lost = true;
bool key_is_found = true;
bool at_most_one_wins = true;
bool whoever_sets_is_told = true; /* of those who changed the key's bits, at least one is told so */
bool one_wins_alone = true;       /* unless others set bits of the key meanwhile, exactly one wins */
bool one_wins_always = true;      /* whatever others do: promised for one word only */

inline check_key_is_found()
{
    n = 0;
    do
    :: n < WORDS -> key_is_found = key_is_found && !incomplete(word[n]); n++
    :: else -> break
    od;
    assert(key_is_found)
}

/* --- a thread that claims ----------------------------------------------------------------------------------------- */

inline load(w)
{
    began = true;
    seen[w] = word[w];
    printf("claim %d loads word %d: %d\n", _pid, w, seen[w]);
    if
    :: incomplete(seen[w]) ->
        lowest = (end == 0 -> w : lowest);
        end = w + 1
    :: else
    fi
}

inline store(w)
{
    no_bit_is_lost = ((word[w] & seen[w]) == word[w]);
    word[w] = seen[w] | KEY;
    printf("claim %d sets word %d: %d\n", _pid, w, word[w]);
    flipped = flipped | (incomplete(seen[w]) -> 1 << w : 0);
    claimed = true;
    seen[w] = word[w];
    assert(no_bit_is_lost)
}

inline exchange(w)
{
    if
    :: word[w] == seen[w] -> store(w)
    :: else ->
        seen[w] = word[w];
        printf("claim %d finds word %d changed: %d\n", _pid, w, seen[w])
    fi
}

proctype claim()
{
    byte seen[WORDS];
    byte end = 0;     /* one past the highest word that was seen incomplete */
    byte lowest = 0;  /* the lowest one */
    byte loaded = 0;  /* words that were loaded */
    byte flipped = 0;
    byte n = 0;

#ifndef LOAD_LATE
    do
    :: atomic { loaded < WORDS -> load(loaded); loaded++ }
    :: else -> break
    od;
#endif

    do
#ifdef LOAD_LATE
    :: atomic { n == loaded && n < WORDS -> load(n); loaded++ }
#endif
#ifdef TORN
    /* Not one step but two: what others set in between is lost. */
    :: n < last && !is_done(seen[nth(n)]) ->
        atomic { load(nth(n)) };
        atomic { store(nth(n)) }
#else
    :: atomic { n < last && !is_done(seen[nth(n)]) -> exchange(nth(n)) }
#endif
    :: n < last && is_done(seen[nth(n)]) -> n = after(n)
    :: else -> break
    od;

    atomic {
        if
        :: is_won -> won++; told_new++; printf("claim %d has won\n", _pid)
        :: is_raced -> told_new++; printf("claim %d has raced\n", _pid)
        :: else -> printf("claim %d was told that the key is present\n", _pid)
        fi;
        at_most_one_wins = (won <= 1);
        assert(at_most_one_wins);
        check_key_is_found();
        returned++;
        /* Forget: states that differ in nothing that matters are then one. */
        n = 0;
        do
        :: n < WORDS -> seen[n] = 0; n++
        :: else -> break
        od;
        n = 0; end = 0; lowest = 0; loaded = 0; flipped = 0
    }
}

/* --- others, and the whole ---------------------------------------------------------------------------------------- */

/* Set a bit that is missing, any one, at any time; or never. */
proctype others()
{
    byte w = 0;
    byte b = 0;
end_others: /* to stop here is no deadlock */
    do
    :: atomic {
        INTERFERENCE || !began ->
        select(w : 0 .. WORDS - 1);
        select(b : 0 .. FOREIGN);
        if
        :: (word[w] & (1 << b)) == 0 ->
            word[w] = word[w] | (1 << b);
            interfered = interfered || (began && b != FOREIGN);
            printf("others set bit %d of word %d: %d\n", b, w, word[w])
        :: else
        fi;
        w = 0;
        b = 0
    }
    od
}

init
{
    byte n = 0;
    atomic {
        do
        :: n < CLAIMERS -> run claim(); n++
        :: else -> break
        od;
        run others()
    }
    atomic {
        returned == CLAIMERS;
        check_key_is_found();
        whoever_sets_is_told = (!claimed || told_new >= 1);
        assert(whoever_sets_is_told);
        one_wins_alone = (!claimed || interfered || won == 1);
        assert(one_wins_alone);
#if WORDS == 1 || defined(NO_CLAIM_IS_LOST)
        one_wins_always = (!claimed || won == 1);
        assert(one_wins_always)
#endif
    }
}
