"""Prints the UTC offsets of all time zones of the installed package tzdata, as Python's zoneinfo reads them.

python3 offsets.py <first year> <last year>

{"package": "2026.6", "version": "2026f", "zones": {"Europe/Berlin": [["2026-01-01T00:00Z", 60], ["2026-03-29T01:00Z", 120]]}}

Of each zone: the offset in minutes at the beginning of the first year, and each later one with the minute at which it begins.
"""

import json
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone
from importlib.metadata import version
from importlib.resources import files

import tzdata

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)

first, last = (int(year) for year in sys.argv[1:])
since = datetime(first, 1, 1, tzinfo=timezone.utc)
until = datetime(last + 1, 1, 1, tzinfo=timezone.utc)

# The package alone: the operating system has rules of its own.
zoneinfo.reset_tzpath([])


def offset_at(zone, instant):
    return instant.astimezone(zone).utcoffset()


def change_between(zone, earlier, later):
    """The first minute with the offset of `later`. No zone changes its offset twice within a day."""
    before = offset_at(zone, earlier)
    while later - earlier > MINUTE:
        middle = earlier + (later - earlier) // 2
        middle -= timedelta(seconds=middle.second, microseconds=middle.microsecond)
        if offset_at(zone, middle) == before:
            earlier = middle
        else:
            later = middle
    return later


def offsets_of(name):
    zone = zoneinfo.ZoneInfo(name)
    entry = lambda instant: [instant.strftime("%Y-%m-%dT%H:%MZ"), offset_at(zone, instant) // MINUTE]
    entries = [entry(since)]
    instant = since
    while instant < until:
        following = instant + DAY
        if offset_at(zone, instant) != offset_at(zone, following):
            entries.append(entry(change_between(zone, instant, following)))
        instant = following
    return [each for each in entries if each[0] < until.strftime("%Y-%m-%dT%H:%MZ")]


names = files("tzdata").joinpath("zones").read_text().split()
zones = {name: offsets_of(name) for name in sorted(names) if "/" in name or name == "UTC"}
json.dump({"package": version("tzdata"), "version": tzdata.IANA_VERSION, "zones": zones}, sys.stdout)
