import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../../lib/admin/run-admin.ts';
import { findTarget, type TargetOptions } from '../../../../lib/admin/target.ts';
import type { RunningServer } from '../../../../lib/local/running-servers.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';

const AWS = { AWS_PROFILE: 'work', AWS_ACCESS_KEY_ID: 'AKIA', AWS_REGION: 'eu-west-1' };

const serverAt = (port: number): RunningServer => ({
  pid: 1,
  url: `http://localhost:${port}`,
  dynamodbEndpoint: `http://127.0.0.1:${port + 1}`,
  data: '/guard/.guard',
});

const find = (
  options: TargetOptions,
  environment: NodeJS.ProcessEnv = {},
  servers: readonly RunningServer[] = [],
) => findTarget(options, { environment, findServers: async () => servers });

/** A server on loopback with the same response to every request. */
async function startServer(status: number, body: string): Promise<string> {
  return (await serveLoopback((_, response) => response.writeHead(status).end(body))).url;
}

test.each([{ ...AWS }, {}])(
  'If a table is named, the administration command uses that table on AWS, even if a local server runs',
  async (environment) => {
    const servers = [serverAt(3000)];
    for (const [options, variables] of [
      [{ table: 'guard-prod' }, {}],
      [{ table: 'guard-prod' }, { TABLE_NAME: 'other' }],
      [{}, { TABLE_NAME: 'guard-prod' }],
    ] as const) {
      expect(await find(options, { ...environment, ...variables }, servers)).toMatchObject({
        tableName: 'guard-prod',
        dynamodbEndpoint: undefined,
        isLocal: false,
      });
    }
  },
);

test('The administration command says which table it uses if an environment variable names the table or the endpoint', async () => {
  expect((await find({ table: 'a' }, { TABLE_NAME: 'b' })).note).toBeUndefined();
  expect((await find({}, { TABLE_NAME: 'b' })).note).toBe('Using the table b on AWS, as TABLE_NAME says.');
  const DYNAMODB_ENDPOINT = 'http://127.0.0.1:8000';
  expect((await find({ table: 'a' }, { DYNAMODB_ENDPOINT })).note).toBe(
    'Using the table a at http://127.0.0.1:8000, as DYNAMODB_ENDPOINT says.',
  );
});

test('With an endpoint on this machine, the administration command uses the table guard-local unless another table is named', async () => {
  expect(await find({ endpoint: 'http://127.0.0.1:8000' })).toEqual({
    tableName: 'guard-local',
    dynamodbEndpoint: 'http://127.0.0.1:8000',
    isLocal: true,
  });
  expect((await find({}, { DYNAMODB_ENDPOINT: 'http://localhost:8000' })).tableName).toBe('guard-local');
  expect((await find({ endpoint: 'http://127.0.0.1:8000', table: 'mine' })).tableName).toBe('mine');
});

test('With an endpoint on another machine, the administration command fails unless a table is named', async () => {
  await expect(find({ endpoint: 'https://dynamodb.eu-west-1.amazonaws.com' })).rejects.toThrow(/--table/);
});

test.each(['nonsense', 'localhost:8000', 'ftp://127.0.0.1'])(
  'The administration command rejects the endpoint %s',
  async (endpoint) => {
    await expect(find({ endpoint })).rejects.toThrow(/must be an http\(s\) URL/);
  },
);

test.each(['http://localhost:3000', 'http://127.0.0.1:3000/', 'http://[::1]:3000/docs/api'])(
  'For the URL %s of a local Guard server, the administration command fails with an error that names the database engine’s URL',
  async (endpoint) => {
    await expect(find({ endpoint }, {}, [serverAt(3000)])).rejects.toThrow(
      `${endpoint} is Guard itself; this command needs the DynamoDB engine behind it: --endpoint http://127.0.0.1:3001, or just --port 3000.`,
    );
    await expect(find({}, { DYNAMODB_ENDPOINT: endpoint }, [serverAt(3000)])).rejects.toThrow(
      /is Guard itself/,
    );
  },
);

test('The administration command rejects an endpoint whose response shows that it is a Guard server of another checkout', async () => {
  const endpoint = await startServer(200, '{"status":"ok","release":"local"}');
  await expect(find({ endpoint })).rejects.toThrow(/is Guard itself; .+ --port/);
  const engine = await startServer(400, '{"__type":"com.amazon.coral.service#UnknownOperationException"}');
  expect((await find({ endpoint: engine })).dynamodbEndpoint).toBe(engine);
  const other = await startServer(200, 'healthy');
  expect((await find({ endpoint: other })).dynamodbEndpoint).toBe(other);
});

test('The administration command rejects the URL of a deployed stage as endpoint, with the hint to name the table instead', async () => {
  const endpoint = 'https://abc123.execute-api.eu-west-1.amazonaws.com/prod';
  await expect(find({ endpoint, table: 'guard-prod' })).rejects.toThrow(/leave out --endpoint/);
});

test('Without options, the administration command uses the only running local server, and says so', async () => {
  for (const environment of [{}, { ...AWS }, { TABLE_NAME: '', DYNAMODB_ENDPOINT: '' }]) {
    expect(await find({}, environment, [serverAt(3000)])).toEqual({
      tableName: 'guard-local',
      dynamodbEndpoint: 'http://127.0.0.1:3001',
      isLocal: true,
      dataFolder: '/guard/.guard',
      note: 'Using the local server at http://localhost:3000 (data: /guard/.guard).',
    });
  }
});

test('Without a local server, the administration command fails instead of using AWS', async () => {
  for (const environment of [{}, { ...AWS }, { TABLE_NAME: '' }]) {
    await expect(find({}, environment)).rejects.toThrow(/npm start.+--table or TABLE_NAME/);
  }
});

test('If several local servers run, the administration command fails with an error that lists them', async () => {
  await expect(find({}, {}, [serverAt(3000), serverAt(4000)])).rejects.toThrow(
    /name one with --port.+--port 3000 .+--endpoint http:\/\/127.0.0.1:3001.+--port 4000/,
  );
});

test('The administration command’s option --port overrides the environment variables that name a table and an endpoint', async () => {
  const environment = { ...AWS, TABLE_NAME: 'guard-prod', DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' };
  const target = await find({ port: '4000' }, environment, [serverAt(3000), serverAt(4000)]);
  expect(target).toMatchObject({ tableName: 'guard-local', dynamodbEndpoint: 'http://127.0.0.1:4001' });
  expect(target.note).toContain('http://localhost:4000');
});

test('The administration command rejects an unknown port with the list of running servers', async () => {
  await expect(find({ port: '4000' }, {}, [serverAt(3000)])).rejects.toThrow(/port "4000".+--port 3000/);
  await expect(find({ port: '4000' }, AWS)).rejects.toThrow(/None runs/);
});

const credentialsAt = async (options: TargetOptions, servers: readonly RunningServer[] = []) => {
  const environment: NodeJS.ProcessEnv = { ...AWS };
  const table = connect(await find(options, environment, servers), environment);
  onTestFinished(() => table.client.destroy());
  return environment;
};

test.each([undefined, 'https://dynamodb.eu-west-1.amazonaws.com', 'http://127.0.0.1.example.invalid'])(
  'The administration command uses AWS credentials for an endpoint of AWS or on another machine: %s',
  async (endpoint) => {
    expect(await credentialsAt({ table: 'guard', ...(endpoint ? { endpoint } : {}) })).toEqual(AWS);
  },
);

test.each([
  'http://127.0.0.1:8000',
  'http://localhost:8000',
  'http://[::1]:8000',
  'http://db.localhost:8000',
])(
  'The administration command does not use AWS credentials for an endpoint on this machine: %s',
  async (endpoint) => {
    const environment = await credentialsAt({ endpoint });
    expect(environment['AWS_PROFILE']).toBeUndefined();
    expect(environment['AWS_ACCESS_KEY_ID']).toBe('local');
  },
);

test('The administration command uses no AWS credentials for a local server, even if the server’s database engine is on another machine', async () => {
  const server = { ...serverAt(3000), dynamodbEndpoint: 'http://engine.example.com:8000' };
  expect((await credentialsAt({}, [server]))['AWS_ACCESS_KEY_ID']).toBe('local');
});
