import { basename, dirname } from 'node:path';
import type { Metafile } from 'esbuild';
import { triggers } from '../../functions/triggers.ts';
import type { Row } from '../print-table.ts';

/** How large a function's code is, and what of it came from where. */
export interface BundleSize {
  readonly name: string;
  /** Of the code: data that it is the function's purpose to hand out is left out. */
  readonly bytes: number;
  /** The bytes of each package, and of Guard itself; the largest first. */
  readonly packages: ReadonlyMap<string, number>;
}

/** What no function's code may be larger than that somebody waits for: a cold start reads and compiles all of it. */
export const BUNDLE_BUDGET_BYTES = 380_000;

/** The same of those that work behind a queue, a stream or a schedule, and talk to more services. */
export const BACKGROUND_BUNDLE_BUDGET_BYTES = 420_000;

const BACKGROUND = new Set(
  triggers.filter(({ trigger }) => /^(queue|stream|schedule)$/.test(trigger.kind)).map(({ name }) => name),
);

const budgetOf = (name: string) =>
  BACKGROUND.has(name) ? BACKGROUND_BUNDLE_BUDGET_BYTES : BUNDLE_BUDGET_BYTES;

/** Whether somebody waits for the function of this name. */
export const isAwaited = ({ name }: Pick<BundleSize, 'name'>) => !BACKGROUND.has(name);

const GUARD = 'Guard';
/** What esbuild puts between the files. */
const JOINTS = 'between the files';

/** The OpenAPI document and the compressed files of the console, each of which one function answers. */
const DATA = /^docs\/|^functions\/console\/built-console\.ts$/;

/** The sizes of bundles, the largest first, from what esbuild says of them. */
export function bundleSizes({ outputs }: Pick<Metafile, 'outputs'>): BundleSize[] {
  return Object.entries(outputs)
    .filter(([path]) => path.endsWith('.mjs'))
    .map(([path, { bytes, inputs }]) => {
      const packages = new Map<string, number>();
      let data = 0;
      let known = 0;
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        known += bytesInOutput;
        if (DATA.test(input)) data += bytesInOutput;
        else packages.set(packageOf(input), (packages.get(packageOf(input)) ?? 0) + bytesInOutput);
      }
      packages.set(JOINTS, bytes - known);
      const sorted = new Map([...packages].sort(([, a], [, b]) => b - a));
      return { name: basename(dirname(path)), bytes: bytes - data, packages: sorted };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

/** `node_modules/@aws-sdk/core/dist/a.js` is of `@aws-sdk/core`, and a package within a package is itself. */
export function packageOf(path: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return name ?? GUARD;
}

const SHOWN_BUNDLES = 5;
const SHOWN_PACKAGES = 12;

/** The largest bundles, beside the budget. */
export function bundleRows(sizes: readonly BundleSize[]): Row[] {
  return sizes
    .slice(0, SHOWN_BUNDLES)
    .map(({ name, bytes }) => ({ function: name, bytes, budget: budgetOf(name) }));
}

/** What a bundle is made of: its largest packages, and what is left. */
export function packageRows({ packages }: BundleSize): Row[] {
  const [all, shown] = [[...packages], [...packages].slice(0, SHOWN_PACKAGES)];
  const rest = all.slice(SHOWN_PACKAGES).reduce((sum, [, bytes]) => sum + bytes, 0);
  return [...shown, ...(rest > 0 ? [[`${all.length - SHOWN_PACKAGES} others`, rest] as const] : [])].map(
    ([name, bytes]) => ({ package: name, bytes }),
  );
}

/** What is wrong with bundles that are too large, in words that name the largest packages of the largest one. */
export function bundleFaults(sizes: readonly BundleSize[]): string[] {
  const [largest, ...others] = sizes.filter(({ name, bytes }) => bytes > budgetOf(name));
  if (!largest) return [];
  const packages = packageRows(largest).map((row) => `${row['package']} ${row['bytes']}`);
  return [
    `bundle of ${largest.name}: ${largest.bytes} bytes, the budget is ${budgetOf(largest.name)}, which ${others.length} others exceed theirs, too; by package: ${packages.join(', ')}`,
  ];
}
