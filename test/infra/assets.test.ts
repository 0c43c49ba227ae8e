import { describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import {
  deployedFunctions,
  deployedMethods,
  type Synthesis,
  type SynthesisWithCode,
  synthesizeWithCode,
} from './synthesis.ts';

const [COMMIT, ANOTHER_COMMIT] = ['a'.repeat(40), 'b'.repeat(40)];
const ofArm64 = await synthesizeWithCode({ functionArchitecture: 'arm64', commit: COMMIT });
const ofX8664 = await synthesizeWithCode({ functionArchitecture: 'x86_64' });

/** `e_machine` of an ELF header, at byte 18 (System V ABI, "ELF Header"). */
const ELF_MACHINES = { arm64: 0xb7, x86_64: 0x3e };

const hashingRoutes = routes.filter((route) => route.hashesPasswords);

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
] as const)('functions for %s', (functionArchitecture, synthesis) => {
  const methods = deployedMethods(synthesis);
  const hashingIds = hashingRoutes.map(
    (route) => methods.find((it) => it.method === route.method && it.path === route.path)?.functionId,
  );

  test('run on that architecture', () => {
    for (const it of deployedFunctions(synthesis).values()) {
      expect(it.Architectures).toEqual([functionArchitecture]);
    }
  });

  test('carry exactly one argon2 addon if they hash passwords, and none otherwise', () => {
    for (const [id, addons] of addonsByFunction(synthesis)) {
      expect(addons).toHaveLength(hashingIds.includes(id) ? 1 : 0);
    }
  });

  test('carry an addon that their processor can load', () => {
    for (const [id, { assetHash }] of deployedFunctions(synthesis)) {
      for (const path of addonsByFunction(synthesis).get(id) ?? []) {
        const addon = synthesis.readAssetFile(assetHash, path);
        expect(addon.subarray(0, 4).toString('latin1')).toBe('\x7fELF');
        expect(addon.readUInt16LE(18)).toBe(ELF_MACHINES[functionArchitecture]);
      }
    }
  });

  test('carry the files of packages that their routes declare, and no others', () => {
    const functions = deployedFunctions(synthesis);
    for (const { method, path, files = [] } of routes.filter((route) => !route.hashesPasswords)) {
      const id = methods.find((it) => it.method === method && it.path === path)?.functionId ?? '';
      const shipped = synthesis.filesOfAsset(functions.get(id)?.assetHash ?? '');
      const inPackages = shipped.filter((it) => /^node_modules\/[^/]+\/./.test(it));
      expect(inPackages).toEqual(files.map((file) => `node_modules/${file}`).sort());
    }
  });

  test('hold their code, its source map, the commit and nothing else beside the addon', () => {
    for (const { assetHash } of deployedFunctions(synthesis).values()) {
      const files = synthesis.filesOfAsset(assetHash).filter((path) => !path.startsWith('node_modules'));
      expect(files).toEqual(['index.mjs', 'index.mjs.map', 'release.txt']);
    }
  });
});

/** A synthesis with its bundles, on a machine that runs other tests as well. */
const SYNTHESIS_TIMEOUT_MILLISECONDS = 120_000;

describe('a commit', () => {
  const settings = { functionArchitecture: 'arm64' };

  test(
    'gives the same template, byte for byte, from the same sources, and so the same code',
    async () => {
      const second = await synthesizeWithCode({ ...settings, commit: COMMIT });
      expect([second.rootText, second.nestedTexts]).toEqual([ofArm64.rootText, ofArm64.nestedTexts]);
      for (const { assetHash } of deployedFunctions(second).values()) {
        expect(second.readAssetFile(assetHash, 'release.txt').toString()).toBe(COMMIT);
      }
    },
    SYNTHESIS_TIMEOUT_MILLISECONDS,
  );

  test(
    'that changes no code is told by the stack, /health and the dashboard, and replaces no other function',
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
      expect(changed.sort()).toEqual([
        expect.stringMatching(/^MonitoringDashboards/),
        'Release',
        expect.stringMatching(/^gethealthFunction/),
      ]);
    },
    SYNTHESIS_TIMEOUT_MILLISECONDS,
  );
});
