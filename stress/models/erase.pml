/* Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
 *
 * How keys leave a filter that counts: `counter_words::erase` and `counter_words::add` of
 * include/tamiz/counter_words.hpp, for the model checker Spin.
 *
 * Three keys of one line share a counter; each has another one to itself. All counters are in words of their own, which
 * is the worst case: each is changed by an exchange of its own.
 *   x  counters 0 and 1, inserted X times beforehand; ERASERS threads erase it, each once
 *   y  counters 0 and 2, inserted Y times beforehand, and in all the time: it must be found all the time
 *   z  counters 0 and 3, inserted and erased by PASSERS threads, each once
 * A lookup loads each counter once, so it misses y if and only if a counter of y is 0 at some moment. That no counter of
 * y ever is, is checked at every step; no thread that looks is needed.
 *
 * A step is one access to one shared word, as in the code. What stands beside it in the same atomic block touches the
 * thread's own variables, or the bookkeeping of the check, which no thread reads to decide anything. Waiting for the lock
 * is waiting; the code's loop does nothing else. The memory is sequentially consistent.
 *
 * A counter is stuck at TOP. The first macros set the size. Those below break one rule each; the check must notice
 * (CMakeLists.txt has the list).
 */
#ifndef X
#define X 1
#endif
#ifndef Y
#define Y 1
#endif
#ifndef ERASERS
#define ERASERS 2
#endif
#ifndef PASSERS
#define PASSERS 1
#endif
#ifndef TOP
#define TOP 15
#endif

/* --- the rules, each with its broken variants --------------------------------------------------------------------- */

/* A counter that has reached the top stays there. */
#if defined(LOWER_STUCK)
#define raised(value) (value < TOP -> (value + 1) : TOP)
#define lowered(value) (value - 1)
#elif defined(WRAP)
#define raised(value) (value < TOP -> (value + 1) : 0)
#define lowered(value) (value < TOP -> (value - 1) : TOP)
#else
#define raised(value) (value < TOP -> (value + 1) : TOP)
#define lowered(value) (value < TOP -> (value - 1) : TOP)
#endif

/* --- shared words, and the bookkeeping of the check --------------------------------------------------------------- */

byte counter[4];
bool locked; /* the line's eraser lock */

byte undone;   /* erases of x that were answered true */
byte refused;  /* and false */
byte returned; /* threads that have returned */

/* The promises. */
bool no_count_is_lost = true;    /* every change starts from the value that is there */
bool no_counter_wraps = true;    /* none is lowered from 0 */
bool a_living_key_is_found = true;
bool verdicts_are_right = true;  /* as many erases succeed as there were inserts, or as were tried */
bool counts_are_exact = true;    /* in the end each counter counts the keys that are in, unless it is stuck */

inline check_living()
{
    a_living_key_is_found = a_living_key_is_found && counter[0] > 0 && counter[2] > 0;
#if X > ERASERS
    a_living_key_is_found = a_living_key_is_found && counter[1] > 0; /* x stays in */
#endif
    assert(a_living_key_is_found)
}

/* --- one counter -------------------------------------------------------------------------------------------------- */

inline load(c)
{
    seen = counter[c];
    printf("thread %d loads counter %d: %d\n", _pid, c, seen)
}

inline store(c)
{
    no_count_is_lost = (counter[c] == seen);
    counter[c] = next;
    next = 0;
    printf("thread %d sets counter %d: %d\n", _pid, c, counter[c]);
    assert(no_count_is_lost);
    check_living()
}

inline store_raised(c)
{
    next = raised(seen);
    store(c)
}

inline store_lowered(c)
{
    no_counter_wraps = (seen > 0);
    assert(no_counter_wraps);
    next = lowered(seen);
    store(c)
}

/* An exchange is repeated, from what it found, until it succeeds. */
inline raise(c)
{
    atomic { load(c) };
    do
#ifdef TORN
    :: atomic { true -> store_raised(c); break }
#else
    :: atomic { counter[c] == seen -> store_raised(c); break }
    :: atomic { counter[c] != seen -> load(c) }
#endif
    od;
    atomic { seen = 0 }
}

inline lower(c)
{
    atomic { load(c) };
    do
    :: atomic { counter[c] == seen -> store_lowered(c); break }
    :: atomic { counter[c] != seen -> load(c) }
    od;
    atomic { seen = 0 }
}

/* --- one key: the counters 0 and c -------------------------------------------------------------------------------- */

inline take_lock()
{
#ifdef UNLOCKED
    skip
#else
    atomic { !locked -> locked = true; printf("thread %d takes the lock\n", _pid) }
#endif
}

inline give_lock_back()
{
#ifdef UNLOCKED
    skip
#else
    atomic { locked = false; printf("thread %d gives the lock back\n", _pid) }
#endif
}

inline check(c)
{
    present = true;
    atomic { load(0); present = present && seen > 0; seen = 0 };
    atomic { load(c); present = present && seen > 0; seen = 0 }
}

#if defined(ROLLBACK) || defined(TAKE_NOTHING_BACK)
/* Lowers as far as it can, and takes back what it did when it meets a 0. */
inline erase(c)
{
    present = true;
    atomic { load(0) };
    do
    :: atomic { counter[0] == seen && seen > 0 -> store_lowered(0); break }
    :: atomic { counter[0] == seen && seen == 0 -> present = false; break }
    :: atomic { counter[0] != seen -> load(0) }
    od;
    if
    :: present ->
        atomic { load(c) };
        do
        :: atomic { counter[c] == seen && seen > 0 -> store_lowered(c); break }
        :: atomic { counter[c] == seen && seen == 0 -> present = false; break }
        :: atomic { counter[c] != seen -> load(c) }
        od;
#ifndef TAKE_NOTHING_BACK
        if
        :: !present -> raise(0)
        :: else
        fi
#endif
    :: else
    fi
}
#else
inline erase(c)
{
#ifdef CHECK_BEFORE_LOCK
    check(c);
    take_lock();
#else
    take_lock();
#ifdef UNCHECKED
    present = true;
#else
    check(c);
#endif
#endif
    if
    :: present -> lower(0); lower(c)
    :: else
    fi;
#ifdef ANSWER_TRUE
    present = true;
#endif
    give_lock_back()
}
#endif

/* --- threads ------------------------------------------------------------------------------------------------------ */

proctype eraser()
{
    byte seen = 0;
    byte next = 0;
    bool present = false;
    erase(1);
    atomic {
        if
        :: present -> undone++; printf("thread %d has erased x\n", _pid)
        :: else -> refused++; printf("thread %d was refused\n", _pid)
        fi;
        present = false;
        returned++
    }
}

proctype passer()
{
    byte seen = 0;
    byte next = 0;
    bool present = false;
    raise(0);
    raise(3);
    erase(3);
    atomic {
        verdicts_are_right = verdicts_are_right && present;
        assert(verdicts_are_right);
        present = false;
        returned++
    }
}

#define least(a, b) (a < b -> a : b)
#define expect(c, n) counts_are_exact = counts_are_exact && (counter[c] == n || counter[c] == TOP)

init
{
    byte n = 0;
    atomic {
        counter[0] = least(X + Y, TOP);
        counter[1] = least(X, TOP);
        counter[2] = least(Y, TOP);
        do
        :: n < ERASERS -> run eraser(); n++
        :: else -> break
        od;
        n = 0;
        do
        :: n < PASSERS -> run passer(); n++
        :: else -> break
        od
    }
    atomic {
        returned == ERASERS + PASSERS;
        verdicts_are_right = verdicts_are_right && undone + refused == ERASERS;
#if X < TOP
        verdicts_are_right = verdicts_are_right && undone == least(X, ERASERS);
#endif
        assert(verdicts_are_right);
        expect(0, Y + X - undone);
        expect(1, X - undone);
        expect(2, Y);
        expect(3, 0);
        assert(counts_are_exact)
    }
}
