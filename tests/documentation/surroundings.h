/* Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE. */
/* What the fragments in C stand in. */
#ifndef TAMIZ_TESTS_SURROUNDINGS_H
#define TAMIZ_TESTS_SURROUNDINGS_H

#include <stdio.h>
#include <string.h>

#include <tamiz/tamiz.h>

static const char url[] = "https://example.org/";
static void fetch(const char* page)
{
    puts(page);
}

#endif
