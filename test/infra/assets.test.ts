import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isLong } from '../support/repetitions.ts';
import {
  deployedFunctions,
  deployedMethods,
  FEW_ROUTES,
  makeFolder,
  type Synthesis,
  type SynthesisWithCode,
  synthesizeWithCode,
  WITHOUT_REPORTS,
} from './synthesis.ts';

const [COMMIT, ANOTHER_COMMIT] = ['a'.repeat(40), 'b'.repeat(40)];
const ofArm64 = await synthesizeWithCode({ functionArchitecture: 'arm64', commit: COMMIT });
const ofX8664 = await synthesizeWithCode({ functionArchitecture: 'x86_64' });

/** `e_machine` of an ELF header, at byte 18 (System V ABI, "ELF Header"). */
const ELF_MACHINES = { arm64: 0xb7, x86_64: 0x3e };

const hashingRoutes = FEW_ROUTES.filter((route) => route.hashesPasswords);

function addonsByFunction(synthesis: SynthesisWithCode): Map<string, string[]> {
  const functions = deployedFunctions(synthesis);
  return new Map(
    [...functions].map(([id, { assetHash }]) => [
      id,
      synthesis.filesOfAsset(assetHash).filter((path) => path.endsWith('.node')),
    ]),
  );
}

describe.each([
  ['arm64', ofArm64],
  ['x86_64', ofX8664],
] as const)('Functions for %s', (functionArchitecture, synthesis) => {
  const methods = deployedMethods(synthesis);
  const hashingIds = hashingRoutes.map(
    (route) => methods.find((it) => it.method === route.method && it.path === route.path)?.functionId,
  );

  test('Every deployed function runs on the processor architecture of the settings', () => {
    for (const it of deployedFunctions(synthesis).values()) {
      expect(it.Architectures).toEqual([functionArchitecture]);
    }
  });

  test('Deployed functions that hash passwords have exactly one argon2 addon, and others have none', () => {
    for (const [id, addons] of addonsByFunction(synthesis)) {
      expect(addons).toHaveLength(hashingIds.includes(id) ? 1 : 0);
    }
  });

  test('The argon2 addon of a deployed function fits the function’s processor architecture', () => {
    const addons = addonsByFunction(synthesis);
    for (const [id, { assetHash }] of deployedFunctions(synthesis)) {
      for (const path of addons.get(id) ?? []) {
        const addon = synthesis.readAssetFile(assetHash, path);
        expect(addon.subarray(0, 4).toString('latin1')).toBe('\x7fELF');
        expect(addon.readUInt16LE(18)).toBe(ELF_MACHINES[functionArchitecture]);
      }
    }
  });

  test('The deployed code of each function contains exactly the package files that its route declares', () => {
    const functions = deployedFunctions(synthesis);
    for (const { method, path, files = [] } of FEW_ROUTES.filter((route) => !route.hashesPasswords)) {
      const id = methods.find((it) => it.method === method && it.path === path)?.functionId ?? '';
      const shipped = synthesis.filesOfAsset(functions.get(id)?.assetHash ?? '');
      const inPackages = shipped.filter((it) => /^node_modules\/[^/]+\/./.test(it));
      expect(inPackages).toEqual(files.map((file) => `node_modules/${file}`).sort());
    }
  });

  test('Apart from npm packages, the deployed code of a function has only the bundle, the source map and the commit', () => {
    for (const { assetHash } of deployedFunctions(synthesis).values()) {
      const files = synthesis.filesOfAsset(assetHash).filter((path) => !path.startsWith('node_modules'));
      expect(files).toEqual(['index.mjs', 'index.mjs.map', 'release.txt']);
      const commit = synthesis.readAssetFile(assetHash, 'release.txt').toString();
      expect(commit).toBe(functionArchitecture === 'arm64' ? COMMIT : 'unknown');
    }
  });
});

/** The timeout of a synthesis with bundles, on a busy machine. */
const SYNTHESIS_TIMEOUT_MILLISECONDS = 120_000;

/**
 * Synthesizes a stage with one line as each function's code, in a process of its own: within one, CDK numbers its references
 * on and on, and sorts by these numbers. Resolves to the folder of the templates.
 */
async function synthesizeAlone(): Promise<string> {
  const outdir = join(makeFolder(), 'cdk.out');
  const codeFolder = makeFolder();
  writeFileSync(join(codeFolder, 'index.mjs'), 'code');
  const urlOf = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
  const program = `
    import { App } from 'aws-cdk-lib';
    import { routes as all } from ${urlOf('functions/routes.ts')};
    import { triggers } from ${urlOf('functions/triggers.ts')};
    import { addGuardStack } from ${urlOf('lib/cdk/guard-app.ts')};
    import { readStageSettings } from ${urlOf('lib/cdk/stage-settings.ts')};
    const app = new App(${JSON.stringify({ ...WITHOUT_REPORTS, outdir })});
    const names = ${JSON.stringify(FEW_ROUTES.map(({ name }) => name))};
    const routes = all.filter(({ name }) => names.includes(name));
    const code = new Map([...routes, ...triggers].map(({ name }) => [name, ${JSON.stringify(codeFolder)}]));
    addGuardStack(app, readStageSettings(() => undefined), code, { routes });
    app.synth();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: PROJECT });
  return outdir;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const settings = { functionArchitecture: 'arm64' };

// Each process loads the CDK for three seconds.
test.runIf(isLong())(
  'Two syntheses of the same sources give the same CloudFormation templates',
  async () => {
    const [first, second] = await Promise.all([synthesizeAlone(), synthesizeAlone()]);
    const templates = readdirSync(first, 'utf8').filter((file) => file.endsWith('.template.json'));
    expect(templates.length).toBeGreaterThan(1);
    for (const file of templates) {
      expect(readFileSync(join(second, file)).equals(readFileSync(join(first, file))), file).toBe(true);
    }
  },
  SYNTHESIS_TIMEOUT_MILLISECONDS,
);

test(
  'In a stage without a dashboard, a commit that changes no code replaces only the health check function and the release output',
  async () => {
    const after = await synthesizeWithCode({ ...settings, commit: ANOTHER_COMMIT });
    const parts = ({ template }: Synthesis) => {
      const { Resources, Outputs } = template.toJSON();
      return new Map(
        Object.entries({ ...Resources, ...Outputs }).map(([id, it]) => [id, JSON.stringify(it)]),
      );
    };
    const before = parts(ofArm64);
    const changed = [...parts(after)].filter(([id, it]) => before.get(id) !== it).map(([id]) => id);
    expect(changed.sort()).toEqual(['Release', expect.stringMatching(/^gethealthFunction/)]);
  },
  SYNTHESIS_TIMEOUT_MILLISECONDS,
);
