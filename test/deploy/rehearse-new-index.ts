import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { sendRequest } from '../support/send-request.ts';
import { LAST_INDEX } from './last-release.ts';

/** A stage with a table that lacks the last index. */
export interface StageWithoutLastIndex {
  /** The base URL of its API. */
  readonly url: string;
  readonly tableName: string;
  readonly endpoint: string;
  readonly region: string;
  /** A platform admin. */
  readonly admin: { readonly email: string; readonly password: string };
  /** Deploys the stage with all indexes. */
  deployWithIndex(): Promise<unknown>;
  /** Runs an administration command and resolves to its output. */
  runAdmin(parameters: readonly string[]): Promise<string>;
}

const PASSWORD = 'correct horse battery';
const ALERT = { type: 'new-index', severity: 'low', message: 'Older than the index' };
const COUNT = 5;

/**
 * Rehearses "A new index" of docs/runbook.md: index, wait, backfill, and then the code that reads it. The index is the
 * last one that is declared, `device`, which the list of a device's alerts reads.
 */
export async function rehearseNewIndex(stage: StageWithoutLastIndex): Promise<void> {
  const { url, tableName, endpoint, region } = stage;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  const call = async (request: string, status: number, token: string, json?: unknown) => {
    const answer = await sendRequest(url, request, { token, ...(json === undefined ? {} : { json }) });
    if (answer.status !== status) throw new Error(`${request} answered ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    const answer = await sendRequest(url, 'POST /api/v1/auth/login', { json: { email, password } });
    if (answer.status !== 200) throw new Error(`${email} was not signed in: ${answer.text}`);
    return String(answer.body.token);
  };
  const indexStatus = async () => {
    const { Table } = await table.send(new DescribeTableCommand({ TableName: tableName }));
    return Table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === LAST_INDEX)?.IndexStatus;
  };
  const backfill = (...options: string[]) =>
    stage.runAdmin(['backfill-indexes', '--table', tableName, '--items-per-second', '1000', ...options]);

  try {
    expectThat((await indexStatus()) === undefined, `the table has no index ${LAST_INDEX} yet`);
    const master = { name: 'Ina', email: `ina-${Date.now()}@example.com`, password: PASSWORD };
    const platform = await signIn(stage.admin);
    const tenant = await call('POST /api/v1/tenants', 201, platform, { name: 'Umbrella', master });
    const token = await signIn(master);
    const site = await call('POST /api/v1/sites', 201, token, { name: 'Archive' });
    const camera = { name: 'Camera', type: 'camera' };
    const device = await call(`POST /api/v1/sites/${site.id}/devices`, 201, token, camera);
    const ids: string[] = [];
    for (let count = 0; count < COUNT; count++) {
      const json = { site_id: site.id, device_id: device.id, ...ALERT };
      const { id } = await call('POST /api/v1/alerts', 201, token, json);
      // An open alert is found by its status, without this index.
      await call(`POST /api/v1/alerts/${id}/resolve`, 200, token);
      ids.unshift(id);
    }
    // The previous release would not have written its attribute.
    for (const id of ids) {
      const { pk, sk } = ALERTS.key(tenant.id, id);
      await table.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { pk, sk },
          UpdateExpression: `REMOVE ${LAST_INDEX}`,
        }),
      );
    }

    await stage.deployWithIndex();
    expectThat((await indexStatus()) === 'ACTIVE', `the index ${LAST_INDEX} is active`);

    const list = `GET /api/v1/alerts?device_id=${device.id}`;
    const listed = async () => {
      const { data } = await call(list, 200, token);
      return data.map(({ id }: { id: string }) => id).join();
    };
    expectThat((await listed()) === '', 'before the backfill the list that reads the index finds nothing');
    const dry = await backfill('--dry-run');
    expectThat(dry.includes(` ${COUNT} to mend`), `a dry run finds ${COUNT} items to mend: ${dry}`);
    const first = await backfill();
    expectThat(first.includes(` ${COUNT} mended`), `the backfill mends ${COUNT} items: ${first}`);
    expectThat((await listed()) === ids.join(), 'after it the list finds every alert, newest first');
    const second = await backfill();
    expectThat(second.includes(' 0 mended'), `a second backfill mends nothing: ${second}`);
  } finally {
    table.destroy();
  }
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Does not hold: ${what}`);
}
