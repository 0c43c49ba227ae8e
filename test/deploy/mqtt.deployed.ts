import { InvokeCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN, call, create, MQTT, PASSWORD, STAGE, signIn } from './deployed-guard.ts';

let master: string;
let siteId: string;
let certificateAuthority: string;

beforeAll(async () => {
  const mia = { name: 'Mia', email: `mia-${Date.now()}@example.com`, password: PASSWORD };
  await create('/api/v1/tenants', await signIn(ADMIN), { name: 'Initech', master: mia });
  master = await signIn(mia);
  siteId = (await create('/api/v1/sites', master, { name: 'Headquarters' })).id;
  certificateAuthority = await (await fetch(MQTT.ca)).text();
});

async function newDevice() {
  const { id } = await create(`/api/v1/sites/${siteId}/devices`, master, { name: 'Hub', type: 'gateway' });
  const address = await create(`/api/v1/devices/${id}/inbound`, master, { format: 'zigbee2mqtt' });
  return { id: id as string, address };
}

/** Connects; `undefined` if the broker closes the connection, with an answer or without. */
async function connectClient(options: IClientOptions): Promise<MqttClient | undefined> {
  const ca = certificateAuthority;
  const client = connect(`mqtts://localhost:${MQTT.port}`, {
    ca,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    ...options,
  });
  onTestFinished(() => client.endAsync(true));
  client.on('error', () => {});
  return new Promise((resolve) => {
    client.on('connect', () => resolve(client));
    client.on('close', () => resolve(undefined));
  });
}

const alertsOf = async (deviceId: string) =>
  (await call(`GET /api/v1/alerts?device_id=${deviceId}`, { token: master })).body.data.map(
    ({ type, status }: Record<string, string>) => `${type} ${status}`,
  );

describe('a device with a certificate', () => {
  test('It raises an alarm by MQTT: broker, rule, queue, function, alert', { timeout: 120_000 }, async () => {
    const { id } = await newDevice();
    const issued = await create(`/api/v1/devices/${id}/inbound/certificate`, master);
    const { client_id: clientId, certificate: cert, private_key: key } = issued;
    // The emulator may not answer the first attempt in time.
    const client =
      (await connectClient({ clientId, cert, key })) ?? (await connectClient({ clientId, cert, key }));
    expect(client).toBeDefined();
    await client?.publishAsync('zigbee2mqtt/Plant room', '{"smoke":true,"battery":98}', { qos: 1 });
    await expect.poll(() => alertsOf(id), { timeout: 90_000, interval: 1_000 }).toEqual(['fire active']);
    const { body } = await call(`GET /api/v1/devices/${id}`, { token: master });
    expect(body.last_seen_at).not.toBeNull();
  });

  test('It connects with no other client id, and not after the address was revoked', async () => {
    const [one, other] = [await newDevice(), await newDevice()];
    const issued = await create(`/api/v1/devices/${one.id}/inbound/certificate`, master);
    const own = { cert: issued.certificate, key: issued.private_key };
    expect(await connectClient({ ...own, clientId: other.address.broker.client_id })).toBeUndefined();
    expect(await connectClient({ ...own, clientId: issued.client_id })).toBeDefined();
    await call(`DELETE /api/v1/devices/${one.id}/inbound`, { token: master });
    expect(await connectClient({ ...own, clientId: issued.client_id })).toBeUndefined();
  });
});

test('The authorizer of passwords lets the client in whose id proves its secret, and no other', async () => {
  const { address } = await newDevice();
  const lambda = new LambdaClient({});
  const password = Buffer.from(address.url.split('/').at(-1)).toString('base64');
  const FunctionName = await nameOf(lambda, /authorizeclient/i);
  const authorize = async (clientId: string) => {
    const mqtt = { username: 'guard', password, clientId };
    const { Payload } = await lambda.send(
      new InvokeCommand({
        FunctionName,
        Payload: JSON.stringify({ protocols: ['tls', 'mqtt'], protocolData: { mqtt } }),
      }),
    );
    return JSON.parse(Buffer.from(Payload ?? []).toString());
  };
  const { client_id: clientId } = address.broker;
  const answer = await authorize(clientId);
  expect(answer).toMatchObject({ isAuthenticated: true });
  expect(answer.policyDocuments[0].Statement[0].Resource).toMatch(
    new RegExp(`^arn:aws:iot:[a-z0-9-]+:\\d{12}:client/${clientId}$`),
  );
  expect(await authorize('someone')).toMatchObject({ isAuthenticated: false });
});

async function nameOf(client: LambdaClient, pattern: RegExp): Promise<string> {
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    const found = Functions.find(
      ({ FunctionName = '' }) => pattern.test(FunctionName) && FunctionName.includes(`Guard-${STAGE}-`),
    );
    if (found?.FunctionName) return found.FunctionName;
  }
  throw new Error(`No function is called like ${pattern}`);
}
