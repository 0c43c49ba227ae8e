#!/bin/sh
# Two libraries of public holidays disagree about the same year of the same region.
#
# date-holidays 3.37.0 (npm) knows the Day of Black Awareness, 20 November, a national holiday of Brazil since 2024; once the
# state of São Paulo is named, the day is missing: the state's own entry of that day, which ended when the national one began,
# replaces it. Amazonas, Mato Grosso and Rio de Janeiro have such an entry, too. For the community of Madrid in 2027 it has the Assumption, Sunday 15 August, which holidays 0.109 (PyPI) lacks, and lacks Saint
# Joseph's Day, 19 March, which holidays has. Which is right only the official gazette says.
#
# Who is surprised: whoever fills a calendar from one library, so that a shop that is closed counts as late, or one that is open
# is not watched.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" date-holidays@3.37.0
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check holidays==0.109
cat >"$folder/list.mjs" <<'NODE'
import Holidays from 'date-holidays';

for (const place of [['BR'], ['BR', 'SP'], ['ES', 'MD']]) {
  const days = new Holidays(...place).getHolidays(2027).filter(({ type }) => type === 'public');
  console.log(place.join('-'), [...new Set(days.map(({ date }) => date.slice(0, 10)))].sort().join(' '));
}
NODE
node "$folder/list.mjs" >"$folder/of-npm"
"$folder/venv/bin/python" - "$folder/of-npm" <<'PYTHON'
import sys

import holidays

EXPECTED = {
    'BR': ([], []),
    'BR-SP': ([], ['2027-11-20']),
    'ES-MD': (['2027-08-15'], ['2027-03-19']),
}
seen = {}
print(f'date-holidays 3.37.0, holidays {holidays.__version__}, 2027')
for line in open(sys.argv[1]):
    place, *days = line.split()
    country, _, region = place.partition('-')
    others = {str(day) for day in holidays.country_holidays(country, subdiv=region or None, years=2027)}
    seen[place] = (sorted(set(days) - others), sorted(others - set(days)))
    print(f'{place:6} only date-holidays: {seen[place][0]}   only holidays: {seen[place][1]}')
assert seen == EXPECTED, 'The libraries disagree otherwise now'
PYTHON
