/**
 * `npx node test/infra/write-baseline.ts` – a step of a release: stores the templates of this commit as those of the last
 * release, which upgrade.test.ts and test/deploy compare later ones with. It does not replace those of the same version,
 * unless `--again` says that nobody has deployed it yet.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import packageJson from '../../package.json' with { type: 'json' };
import { synthesizeVariant } from '../cfn-lint/synthesize-variant.ts';
import { emulate } from '../deploy/emulated-app.ts';
import { type Baseline, EMULATOR, readBaseline, writeBaseline } from './baseline.ts';
import { type StageTexts, textsOf } from './stage-templates.ts';
import { DEV, FULL, HOSTED, PROD } from './stages-with-options.ts';

const { version } = packageJson;
const isAgain = process.argv.includes('--again');
if (readVersion() === version && !isAgain) {
  console.error(
    `There is a baseline of ${version}. A new one belongs to a new version; --again replaces that of a version that nobody has deployed.`,
  );
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'guard-baseline-'));
try {
  const synthesize = async (
    name: string,
    context: Readonly<Record<string, string>>,
    prepare?: (app: App) => void,
  ) => {
    const texts = textsOf(await synthesizeVariant([name, context], join(folder, name), prepare));
    return [name, texts] as const;
  };
  const emulated = { ...DEV, functionArchitecture: 'x86_64', webhooksToLocalhost: 'true' };
  const stages = Object.fromEntries<StageTexts>([
    await synthesize('dev', DEV),
    await synthesize('prod', PROD),
    await synthesize('prod with every option', FULL),
    await synthesize('prod in a hosted zone', HOSTED),
    await synthesize('dev on the emulator', emulated, (app) => emulate(app, EMULATOR)),
  ]) as Baseline['stages'];
  console.log(`The baseline of ${version} has ${writeBaseline({ version, stages })} bytes.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function readVersion(): string | undefined {
  try {
    return readBaseline().version;
  } catch {
    return undefined;
  }
}
