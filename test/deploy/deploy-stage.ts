import { deepStrictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { emulatedLiveUrl, emulatedUrl } from './emulated-addresses.ts';
import { writeLastRelease } from './last-release.ts';
import { type MiniStack, REGION } from './ministack.ts';
import { rehearseNewIndex } from './rehearse-new-index.ts';
import { expectNewerRelease, rehearseUndo } from './rehearse-undo.ts';
import { type CommandOptions, type CommandOutput, runCommand } from './run-command.ts';
import { readOutputs } from './stack-outputs.ts';

type Command = Parameters<typeof runCommand>[0];
type RunOptions = Partial<Pick<CommandOptions, 'input' | 'folder'>> & { variables?: Record<string, string> };

/** Runs commands against an emulated AWS. */
export interface Shell {
  readonly run: (command: Command, options?: RunOptions) => Promise<CommandOutput>;
  /** A script of package.json. */
  readonly npm: (
    script: string,
    parameters: readonly string[],
    options?: RunOptions,
  ) => Promise<CommandOutput>;
}

export function openShell({ environment }: MiniStack, signal: AbortSignal): Shell {
  const run: Shell['run'] = (command, { variables = {}, ...more } = {}) =>
    runCommand(command, { environment: { ...environment, ...variables }, signal, ...more });
  return {
    run,
    npm: (script, parameters, options) => run(['npm', 'run', script, '--', ...parameters], options),
  };
}

export interface StageProof {
  readonly shell: Shell;
  readonly endpoint: string;
  readonly mqttPort: number;
  readonly stage: string;
  /** Differences from the settings of the stage. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** Whether the stage keeps its data when it is destroyed, unless a setting says otherwise. */
  readonly retainsData: boolean;
  /** Whether webhooks of the stage may be sent to this machine. */
  readonly sendsToLocalhost: boolean;
  /** Whether to deploy the last release first, and then this commit on top of it, with a new index as in the runbook. */
  readonly upgrades: boolean;
  /** Whether functions have versions, so that a release can be undone. */
  readonly hasVersions: boolean;
  /** Runs as soon as the stage is deployed. */
  readonly proveFirst?: (url: string) => Promise<void>;
  /** The first platform admin. */
  readonly admin: { readonly email: string; readonly password: string };
  /** The folder for files of the run. */
  readonly folder: string;
  readonly step: <T>(name: string, run: () => Promise<T>) => Promise<T>;
}

/** MiniStack runs the functions on this machine's processor. */
const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'x86_64';
const APP = 'node test/deploy/synthesize-emulated-app.ts';

/**
 * Deploys a stage, creates its first platform admin, and runs the suites over its URL. Meanwhile deploys it again, which must
 * change nothing. Finally destroys it, which must leave nothing, or must fail if the stage keeps its data.
 */
export async function proveStage(proof: StageProof): Promise<void> {
  const { shell, endpoint, stage, admin, folder } = proof;
  const { npm, run } = shell;
  const stack = `Guard-${stage}`;
  const outputsFile = join(folder, `outputs-${stage}.json`);
  const step: StageProof['step'] = (name, run) => proof.step(`${stage}: ${name}`, run);
  const settings = [
    ...['--stage', stage],
    ...contextOf({
      functionArchitecture: ARCHITECTURE,
      ...proof.settings,
      webhooksToLocalhost: proof.sendsToLocalhost,
    }),
  ];
  /** Each synthesis has a folder of its own, not in the project. */
  const synthesisOf = (name: string) => join(folder, `cdk.out-${stage}-${name}`);
  const deployFrom = (...app: string[]) =>
    npm('deploy', [...settings, ...app, '--require-approval', 'never', '--outputs-file', outputsFile]);
  const synthesisInto = (name: string) => ['--app', APP, '--output', synthesisOf(name)];
  const deploy = (name: string) => deployFrom(...synthesisInto(name));
  const deployLastRelease = async () => {
    await npm('synth', [...settings, ...synthesisInto('first')]);
    const lastRelease = synthesisOf('last-release');
    await writeLastRelease({ synthesis: synthesisOf('first'), folder: lastRelease, endpoint });
    return deployFrom('--app', lastRelease);
  };

  await step(proof.upgrades ? 'deploy the last release' : 'deploy', () =>
    proof.upgrades ? deployLastRelease() : deploy('first'),
  );
  const outputs = await readOutputs(outputsFile, { stack, stage });
  const { tableName, apiId, liveApiId } = outputs;
  const url = emulatedUrl(endpoint, apiId, stage);
  await proof.proveFirst?.(url);
  const countItems = (variables: Record<string, string> = {}) =>
    npm('admin', ['backfill-indexes', '--dry-run', '--table', tableName], { variables }).then(
      ({ all }) => all,
      String,
    );

  await step('create the first platform admin', async () => {
    const account = ['--email', admin.email, '--name', 'Ana', '--table', tableName];
    const { all } = await npm('admin', ['create-platform-admin', ...account], { input: admin.password });
    if (all.includes(admin.password)) throw new Error('The command wrote the password.');
    expectText(await countItems(), ' 0 to mend');
    expectText(await countItems({ AWS_ACCESS_KEY_ID: 'stranger' }), 'UnrecognizedClientException');
  });

  if (proof.upgrades) {
    await step('upgrade, with a new index', () =>
      rehearseNewIndex({
        url,
        tableName,
        endpoint,
        region: REGION,
        admin,
        deployWithIndex: () => deployFrom('--app', synthesisOf('first')),
        runAdmin: (parameters) => npm('admin', parameters).then(({ all }) => all),
      }),
    );
    deepStrictEqual(
      await readOutputs(outputsFile, { stack, stage }),
      outputs,
      'The upgrade changed outputs.',
    );
  }

  const runSuites = async () => {
    const { all } = await step('run the suites', () =>
      run(['vitest', 'run', '--config', 'test/deploy/vitest.config.ts'], {
        variables: {
          GUARD_URL: url,
          GUARD_LIVE_URL: emulatedLiveUrl(endpoint, liveApiId, stage),
          GUARD_STAGE: stage,
          GUARD_MQTT_PORT: String(proof.mqttPort),
          GUARD_MQTT_CA: `${endpoint}/_ministack/iot/ca.pem`,
          GUARD_TABLE: tableName,
          GUARD_WEBHOOKS_TO_LOCALHOST: String(proof.sendsToLocalhost),
          GUARD_ADMIN_EMAIL: admin.email,
          GUARD_ADMIN_PASSWORD: admin.password,
        },
      }),
    );
    console.log(all.trim());
  };
  const deployAgain = () =>
    step('deploy again, which changes nothing', async () =>
      expectText((await deploy('second')).all, `${stack} (no changes)`),
    );
  if (proof.hasVersions) {
    await step('undo a release', () =>
      rehearseUndo({
        stage,
        url,
        aws: { endpoint, region: REGION },
        undo: async () => (await npm('release', ['undo', '--stage', stage])).all,
      }),
    );
  }
  // In parallel: the suites wait a lot, and a real stage is deployed while it is in use.
  await Promise.all([runSuites(), deployAgain()]);
  if (proof.hasVersions) await expectNewerRelease(url);

  if (proof.retainsData) {
    // Nor is it deployed so that it keeps nothing: MiniStack 1.5 cannot update a nested stack (it forgets the attributes
    // of what did not change in it).
    await step('destroy, which is refused', async () => {
      const refusal = await npm('destroy', [...settings, '--force']).then(() => 'It was destroyed.', String);
      expectText(refusal, 'keeps its data and is not destroyed');
    });
    return;
  }
  await step('destroy, which leaves nothing', async () => {
    // The last synthesis names the stacks.
    await npm('destroy', [...settings, '--app', synthesisOf('second'), '--force']);
    const { status } = await fetch(`${url}/health`);
    if (status === 200) throw new Error('The API still answers.');
    expectText(await countItems(), 'There is no such table');
  });
}

const contextOf = (settings: StageProof['settings']) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

function expectText(output: string, expected: string): void {
  if (!output.includes(expected)) throw new Error(`Expected "${expected}" in:\n${output}`);
}
