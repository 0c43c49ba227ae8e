import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { packageOf } from '../../../bench/cold/bundle-size.ts';
import { functionSources } from '../../../functions/sources.ts';
import { describeBundles } from '../../../lib/cdk/functions/bundle.ts';
import manifest from '../../../package.json' with { type: 'json' };

const COMMAND = fileURLToPath(new URL('../../../bin/sbom.ts', import.meta.url));

const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ purl: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      licenses: z.array(z.unknown()).min(1),
    }),
  ),
});

const { stdout } = await promisify(execFile)(process.execPath, [COMMAND], { maxBuffer: 16 * 2 ** 20 });
const { metadata, components } = sbomSchema.parse(JSON.parse(stdout));
const versions = new Map(components.map(({ name, version }) => [name, version]));

/** The npm packages with code in the bundles of one function of each file, and those of the files that functions read. */
async function bundledPackages(): Promise<Set<string>> {
  const firsts = functionSources().filter(
    ({ entry }, place, all) => all.findIndex((it) => it.entry === entry) === place,
  );
  const { outputs } = await describeBundles(firsts, { splitting: true });
  const sources = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  const read = functionSources().flatMap(({ files }) => files.map((file) => `node_modules/${file}`));
  return new Set([...sources, ...read].filter((it) => it.includes('node_modules/')).map(packageOf));
}

test('The bill of materials is one of this release, and names each dependency of package.json in its version', () => {
  expect(metadata.component.purl).toBe(`pkg:npm/guard@${manifest.version}`);
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(versions.get(name), name).toBe(version);
  }
});

test('The bill of materials names every package with code in a bundle of a function', async () => {
  const bundled = await bundledPackages();
  expect(bundled.size).toBeGreaterThan(20);
  expect([...bundled].filter((name) => !versions.has(name))).toEqual([]);
});

test('The bill of materials names the argon2 addon of functions, and no package that only development needs', () => {
  expect([...versions.keys()]).toContain('@node-rs/argon2-linux-arm64-gnu');
  const development = [
    ...Object.keys(manifest.devDependencies),
    ...Object.keys(manifest.optionalDependencies),
  ];
  expect(development.filter((name) => versions.has(name))).toEqual([]);
});
