import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      cpu: z.array(z.string()).optional(),
      os: z.array(z.string()).optional(),
      optional: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = lockfileSchema.parse(JSON.parse(text));

/** The packages with native code that each package chooses from, by the name of the latter. */
const choices = Object.entries(packages)
  .map(([path, { optionalDependencies }]) => {
    const natives = Object.keys(optionalDependencies).map((name) => packages[`node_modules/${name}`]);
    return [path || 'Guard itself', natives.filter((it) => it?.os && it.cpu)] as const;
  })
  .filter(([, natives]) => natives.length > 0);

test('The lockfile names packages with native code, the local database engine among them', () => {
  expect(choices.map(([path]) => path)).toEqual(
    expect.arrayContaining(['Guard itself', 'node_modules/@node-rs/argon2', 'node_modules/esbuild']),
  );
});

// npm installs only what the lockfile names, and says nothing if a machine finds none of its own.
test.each([
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['linux', 'arm64'],
  ['linux', 'x64'],
  ['win32', 'x64'],
])('The lockfile has every package with native code for %s-%s', (platform, arch) => {
  const lacking = choices.filter(
    ([, natives]) =>
      !natives.some((it) => it?.optional && it.os?.includes(platform) && it.cpu?.includes(arch)),
  );
  expect(lacking.map(([path]) => path)).toEqual([]);
});
