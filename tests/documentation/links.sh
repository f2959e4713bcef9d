#!/bin/sh
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Does every relative link of these pages lead to a file?   links.sh PAGE...
status=0
for page in "$@"; do
    folder=$(dirname "$page")
    for link in $(grep -o ']([^) ]*)' "$page" | sed 's/^](//; s/)$//; s/#.*//'); do
        case $link in
            '' | http:* | https:*) ;;
            *) [ -e "$folder/$link" ] || { echo "$page: there is no $link"; status=1; } ;;
        esac
    done
done
exit $status
