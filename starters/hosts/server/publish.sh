#!/bin/sh
# Checks and builds the site, and copies it onto a server of your own: sh publish.sh
# The folder on the server, as ssh and rsync name it, is in the variable SERVER, or written here in place of the example.
#
# Posts appear and closures pass by the date, so it has to run every night. A line for `crontab -e` on a machine that is
# on at night, if its clock is that of %time_zone%; on another clock, with the hour at which it is midnight there:
#   1 0 * * * cd ~/my-gym && git pull --quiet --ff-only && sh publish.sh
set -eu
cd "$(dirname "$0")"
server=${SERVER:-web@example.com:/var/www/my-gym/}
# Where the installer puts gympress; cron doesn't look there.
PATH="$HOME/.local/bin:$PATH"

# Warnings are shown, and don't fail. To be stricter: gympress check --deny-warnings
gympress check
# Calendars tell their subscribers of a change by the time of the last commit.
if changed=$(git log -1 --format=%ct 2>/dev/null); then export SOURCE_DATE_EPOCH="$changed"; fi
gympress build
# New files first, pages that name them next, and what has gone is deleted last.
rsync --archive --no-owner --no-group --compress --exclude='*.html' dist/ "$server"
rsync --archive --no-owner --no-group --compress --delay-updates --delete-delay dist/ "$server"
