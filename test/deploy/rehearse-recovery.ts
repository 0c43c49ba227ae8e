import { delimiter, resolve } from 'node:path';
import { DEMO_PASSWORD } from '../../lib/local/demo-accounts.ts';
import { INDEX_NAMES } from '../../shared/table/definition.ts';
import { documentAt, readDocuments } from '../docs/documents.ts';
import { under } from '../docs/markdown.ts';
import { openShell } from '../docs/shell.ts';
import { startGuard } from '../support/guard.ts';
import { type Answer, type CallOptions, sendRequest } from '../support/send-request.ts';
import { startVault } from './emulated-vault.ts';
import { ACCOUNT, type MiniStack, REGION } from './ministack.ts';

export interface RecoveryPlace {
  readonly aws: MiniStack;
  readonly signal: AbortSignal;
  /** The folder for files of the run. */
  readonly folder: string;
  readonly step: <T>(name: string, run: () => Promise<T>) => Promise<T>;
}

export interface Recovery {
  /** The settings by which the new stage finds the restored table. */
  readonly settings: { readonly restoredTableName: string; readonly restoredTableStreamArn: string };
  /** Proves that the new stage at `url` works on the data of the lost one. */
  prove(url: string): Promise<void>;
}

const MASTER = { email: 'master@acme.test', password: DEMO_PASSWORD };

/** The choices that the runbook leaves open. MiniStack is bootstrapped already, without TLS. */
const CHOICES = [
  ['<the other region>', REGION],
  ['<the region of the vault>', REGION],
  ['<account of the stage>', ACCOUNT],
  ['npx cdk bootstrap', ':'],
] as const;

/**
 * Rehearses "Lose the account or the region" of docs/runbook.md with its own commands, up to the deployment: a Guard is lost
 * after the backup, and its table is restored from the vault.
 */
export async function rehearseRecovery({ aws, signal, folder, step }: RecoveryPlace): Promise<Recovery> {
  const vault = await startVault(aws.endpoint);
  process.env['AWS_REGION'] = REGION; // of the engine that replaces the lost region
  try {
    const lost = await step('a region is backed up and lost', async () => {
      const guard = await startGuard({ now: new Date() });
      try {
        const token = await guard.signIn(MASTER.email);
        const raise = raiser((request, options) => guard.call(request, options), token);
        const backedUp = await raise('Before the backup');
        await vault.keep(guard.table);
        return { token, backedUp, later: await raise('After the backup') };
      } finally {
        await guard.stop();
      }
    });

    const { blocks } = documentAt('docs/runbook.md', await readDocuments('.'));
    const [begin = ''] = commandsUnder('Before you begin');
    const [, complete = '', prove = '', endSessions = ''] = commandsUnder('Restore the table');
    const [organization = '', prepare = '', , restore = ''] = commandsUnder('Lose the account or the region');
    const path = [resolve('.guard/deploy/bin'), process.env['PATH']].join(delimiter);
    const environment = {
      ...aws.environment,
      PATH: path,
      AWS_DEFAULT_REGION: REGION, // version 1 of the AWS CLI, which pip installs, does not read AWS_REGION
      AWS_ENDPOINT_URL_BACKUP: vault.endpoint,
    };
    const shell = openShell({ folder: '.', environment, signal }, folder);
    const run = async (commands: string) => {
      const { stdout, stderr, exitCode } = await shell(`set -e\n${commands}`);
      if (exitCode !== 0) throw new Error(`The runbook’s commands failed:\n${commands}\n${stdout}${stderr}`);
      return stdout;
    };

    await step('prepare the other region', async () => {
      // Without its outputs: the stage of this region is lost.
      await run(begin.replace(/^TABLE=.*$/m, ''));
      await run(organization);
      await run(prepare);
    });
    const start = performance.now();
    await step('restore the table', () => run(restore));
    await step('add what is not restored', async () => {
      await run(complete);
      const proof = (await run(prove)).replaceAll(/\s/g, '');
      const expected = `["ACTIVE","PAY_PER_REQUEST",true,${INDEX_NAMES.length}]"ENABLED""ENABLED"`;
      expectThat(proof === expected, `${proof} is ${expected}`);
    });
    await step('end all sessions', () => run(endSessions));
    const [restoredTableName = '', restoredTableStreamArn = ''] = (await run('echo $RESTORED $STREAM'))
      .trim()
      .split(' ');

    return {
      settings: { restoredTableName, restoredTableStreamArn },
      prove: (url) =>
        step('sign in and raise the first alert', async () => {
          const call = (request: string, options: CallOptions) => sendRequest(url, request, options);
          const list = 'GET /api/v1/alerts';
          const { status } = await call(list, { token: lost.token });
          expectThat(status === 401, `a session of the lost stage has ended: ${status}`);
          const { body } = await call('POST /api/v1/auth/login', { json: MASTER });
          const alert = await raiser(call, body.token)('The first one');
          const acknowledged = await call(`POST /api/v1/alerts/${alert}/acknowledge`, { token: body.token });
          expectThat(acknowledged.body.status === 'acknowledged', `the first alert is acknowledged`);
          const { data } = (await call(list, { token: body.token })).body;
          const ids = data.map(({ id }: { id: string }) => id);
          expectThat(ids.includes(lost.backedUp), 'the list has the alert that was backed up');
          expectThat(!ids.includes(lost.later), 'the list lacks the alert from after the backup');
          const seconds = (performance.now() - start) / 1_000;
          console.log(`From the vault to the first alert: ${seconds.toFixed(0)} s`);
        }),
    };

    function commandsUnder(heading: string): string[] {
      return under(heading, blocks).map(({ text }) =>
        CHOICES.reduce((commands, [open, choice]) => commands.replaceAll(open, choice), text),
      );
    }
  } finally {
    vault.stop();
  }
}

function raiser(call: (request: string, options: CallOptions) => Promise<Answer>, token: string) {
  return async (message: string): Promise<string> => {
    const [site] = (await call('GET /api/v1/sites', { token })).body.data;
    const json = { site_id: site.id, type: 'intrusion', severity: 'high', message };
    const { status, text, body } = await call('POST /api/v1/alerts', { token, json });
    if (status !== 201) throw new Error(`No alert was raised: ${text}`);
    return body.id;
  };
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Does not hold: ${what}`);
}
