/**
 * Compares Guard's copy of the IANA time zone rules with the package tzdata of PyPI, as Python reads it: fails unless the copy
 * is that of the version in requirements.txt, and says which zones a newer release changes. `--renew` takes over the newest
 * release: docs/operate.md, "When a country changes its clocks".
 *
 * It is Python: the one that .ci/run installs into .guard/time-zones, or `python3` with test/time-zones/requirements.txt.
 */
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { TIME_ZONE_RULES } from '../../shared/base/time-zone-rules.ts';
import { type Offsets, offsetsSchema, writeExpected, writeRules } from './write-rules.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = pathOf('offsets.py');
const INSTALLED = pathOf('../../.guard/time-zones/bin/python');
const REQUIREMENTS = pathOf('requirements.txt');
const RULES = pathOf('../../shared/base/time-zone-rules.ts');
/** What `npm test` expects. */
const EXPECTED = pathOf('../unit/shared/base/expected-offsets.txt');

/** The years of Guard's copy: the past that reports cover, and as far ahead as schedules and calendars show. */
const COPIED = ['2020', '2037'] as const;
const EXPECTED_YEARS = ['2026', '2028'] as const;

const isRenewed = process.argv.includes('--renew');
const python = await access(INSTALLED).then(
  () => INSTALLED,
  () => 'python3',
);

async function run(parameters: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { env: { ...process.env, ...environment }, maxBuffer: 2 ** 24 };
  return (await promisify(execFile)(python, parameters, options)).stdout;
}

async function offsetsOf(years: readonly [string, string], folder?: string): Promise<Offsets> {
  const output = await run([PROGRAM, ...years], folder === undefined ? {} : { PYTHONPATH: folder });
  return offsetsSchema.parse(JSON.parse(output));
}

/** Installs the newest release into a folder; undefined where the registry cannot be reached. */
async function installNewest(folder: string): Promise<string | undefined> {
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--target', folder];
  return run(['-m', 'pip', 'install', ...options, 'tzdata']).then(
    () => folder,
    () => undefined,
  );
}

function changedZones(before: Offsets, after: Offsets): string[] {
  const names = new Set([...Object.keys(before.zones), ...Object.keys(after.zones)]);
  return [...names].filter((name) => !isDeepStrictEqual(before.zones[name], after.zones[name])).sort();
}

const folder = await mkdtemp(join(tmpdir(), 'guard-time-zones-'));
try {
  const newest = await installNewest(folder);
  if (isRenewed) {
    if (newest === undefined) throw new Error('The newest release of tzdata could not be installed.');
    const copied = await offsetsOf(COPIED, newest);
    await writeFile(RULES, writeRules(copied, COPIED));
    await writeFile(EXPECTED, writeExpected(await offsetsOf(EXPECTED_YEARS, newest)));
    await writeFile(REQUIREMENTS, `tzdata==${copied.package}\n`);
    console.log(`The rules are those of IANA ${copied.version}, tzdata ${copied.package}.`);
  } else {
    const copied = await offsetsOf(COPIED);
    if (writeRules(copied, COPIED) !== (await readFile(RULES, 'utf8')))
      throw new Error(`shared/base/time-zone-rules.ts is not written from tzdata ${copied.package}.`);
    if (writeExpected(await offsetsOf(EXPECTED_YEARS)) !== (await readFile(EXPECTED, 'utf8')))
      throw new Error(`${EXPECTED} is not written from tzdata ${copied.package}.`);
    console.log(`Guard has the rules of IANA ${TIME_ZONE_RULES.version}, tzdata ${copied.package}.`);
    if (newest === undefined) console.log('Whether there is a newer release could not be found out.');
    else sayWhatIsNewer(copied, await offsetsOf(COPIED, newest));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function sayWhatIsNewer(copied: Offsets, newest: Offsets): void {
  if (newest.package === copied.package) {
    console.log('That is the newest release.');
    return;
  }
  const zones = changedZones(copied, newest);
  console.log(
    `NEWER  IANA ${newest.version}, tzdata ${newest.package}, changes ${zones.length} zones: ${zones.join(', ')}`,
  );
  console.log('docs/operate.md, "When a country changes its clocks", says what to do.');
}
