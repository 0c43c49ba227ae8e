import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorizeClientTrigger, receivePublicationTrigger } from '../../functions/jobs/mqtt.ts';
import type { CertificateAuthority } from '../../shared/lambda/certificate-authority.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { TEST_BROKER, testAuthority } from '../support/certificates.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

const FUNCTION = 'arn:aws:lambda:eu-central-1:123456789012:function:authorize-client:live';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
/** Set by a test: what happens while a certificate is made. */
let duringMake: (() => Promise<unknown>) | undefined;
/** Set by a test: whether certificates cannot be ended. */
let isEndFailing = false;

const { issued, ...authority } = testAuthority();
const certificates: CertificateAuthority = {
  ...authority,
  async make(clientIdOf) {
    const made = await authority.make(clientIdOf);
    const meanwhile = duringMake;
    duringMake = undefined;
    await meanwhile?.();
    return made;
  },
  async end(id, thing) {
    if (isEndFailing) throw new Error('IoT Core does not answer');
    await authority.end(id, thing);
  },
};

beforeAll(async () => {
  guard = await startGuard({
    settings: {
      mqttBroker: TEST_BROKER,
      tokenExpirationMinutes: 525_600,
    },
    stage: 'test',
    certificates,
  });
  as = await signInCallers(guard);
  [{ id: siteId }] = (await as('operator', 'GET /api/v1/sites')).body.data;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});
beforeEach(() => guard.clock.advance(120_000));

interface Sender {
  readonly id: string;
  readonly password: string;
  readonly client: string;
}

async function newSender(format = 'zigbee2mqtt'): Promise<Sender> {
  const device = await as('admin', `POST /api/v1/sites/${siteId}/devices`, {
    json: { name: 'Gateway', type: 'gateway' },
  });
  return { id: device.body.id, ...(await newAddress(device.body.id, format)) };
}

async function newAddress(id: string, format = 'zigbee2mqtt') {
  const { body } = await as('admin', `POST /api/v1/devices/${id}/inbound`, { json: { format } });
  return { password: body.url.split('/').at(-1) as string, client: body.broker.client_id as string };
}

function authorize(password: string, clientId: string, username = 'guard') {
  const mqtt = { username, password: Buffer.from(password).toString('base64'), clientId };
  return guard.invoke(
    authorizeClientTrigger.name,
    {
      protocols: ['mqtt'],
      protocolData: { mqtt },
      signatureVerified: false,
      connectionMetadata: { id: '1' },
    },
    { invokedFunctionArn: FUNCTION },
  );
}

const isLetIn = async (password: string, clientId: string) =>
  (await authorize(password, clientId)).isAuthenticated;

const recordOf = (body: object, attempt = 1) => ({
  messageId: randomUUID(),
  body: JSON.stringify(body),
  attributes: {
    ApproximateReceiveCount: String(attempt),
    SentTimestamp: String(guard.clock.now.getTime()),
  },
});

/** What the rule of the stage sends, `secondsAgo` before now. */
const published = (client: string, topic: string, payload: object, secondsAgo = 0) => ({
  client,
  topic,
  payload: Buffer.from(JSON.stringify(payload)).toString('base64'),
  address: '203.0.113.7',
  at: guard.clock.now.getTime() - secondsAgo * 1_000,
});

const receive = (...records: ReturnType<typeof recordOf>[]) =>
  guard.invoke(receivePublicationTrigger.name, { Records: records });

const smoke = ({ client }: Pick<Sender, 'client'>, isSmoke: boolean, secondsAgo = 0) =>
  recordOf(published(client, 'zigbee2mqtt/Plant room', { smoke: isSmoke }, secondsAgo));

const alertsOf = async ({ id }: Pick<Sender, 'id'>) =>
  (await as('admin', `GET /api/v1/alerts?device_id=${id}`)).body.data.map(
    ({ type, status, occurrences }: Record<string, unknown>) => `${type} ${status} ${occurrences}`,
  );

const resultsOf = async ({ id }: Pick<Sender, 'id'>) =>
  (await as('admin', `GET /api/v1/devices/${id}/inbound/messages`)).body.data.flatMap(
    ({ results }: { results: { result: string }[] }) => results.map(({ result }) => result),
  );

describe('who connects with a password', () => {
  test('A client connects with the secret of its device, only with the id that proves it, and publishes', async () => {
    const { password, client } = await newSender();
    const answer = await authorize(password, client);
    expect(answer).toMatchObject({ isAuthenticated: true, refreshAfterInSeconds: 300 });
    expect(answer.principalId).toMatch(/^[0-9a-zA-Z]{1,128}$/);
    const [{ Statement }] = answer.policyDocuments;
    expect(Statement[0]).toEqual({
      Effect: 'Allow',
      Action: 'iot:Connect',
      Resource: `arn:aws:iot:eu-central-1:123456789012:client/${client}`,
    });
    // IoT Core takes at most 2,048 characters of a document, without white space.
    expect(JSON.stringify(answer.policyDocuments[0]).length).toBeLessThan(2_048);
  });

  test('Nothing that a client subscribes to is brought to it', async () => {
    const { password, client } = await newSender();
    const [{ Statement }] = (await authorize(password, client)).policyDocuments;
    const allowed = Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow').flatMap(
      ({ Action }: { Action: string | string[] }) => Action,
    );
    expect(allowed).toContain('iot:Subscribe');
    expect(allowed).not.toContain('iot:Receive');
  });

  test('Several sensors of a device add something to the id', async () => {
    const { password, client } = await newSender();
    expect(await isLetIn(password, `${client}-door_2`)).toBe(true);
    const [{ Statement }] = (await authorize(password, `${client}-door_2`)).policyDocuments;
    expect(Statement[0].Resource).toMatch(/-door_2$/);
  });

  test('Nobody connects with the id of another device, of another secret, of another stage, or with a wildcard', async () => {
    const [one, other] = [await newSender(), await newSender()];
    const again = await newAddress(one.id);
    const { password, client } = one;
    for (const id of [
      other.client,
      again.client,
      client.replace('guard-test-', 'guard-prod-'),
      `${client}-*`,
      `${client}?`,
      `${client}x`,
      client.slice(0, -1),
      'zigbee2mqtt',
      '',
    ]) {
      expect(await isLetIn(password, id)).toBe(false);
    }
    expect(await isLetIn(password, client)).toBe(true); // the former secret still counts
  });

  test('Neither a made-up secret nor one that was revoked lets anybody in', async () => {
    const sender = await newSender();
    expect(await isLetIn('guard_i_wrong', sender.client)).toBe(false);
    expect(await isLetIn('', sender.client)).toBe(false);
    await as('admin', `DELETE /api/v1/devices/${sender.id}/inbound`);
    expect(await isLetIn(sender.password, sender.client)).toBe(false);
  });
});

describe('what clients publish', () => {
  test('An alarm is raised for the device that the id of its client names, whatever its topic says', async () => {
    const [sender, other] = [await newSender(), await newSender()];
    expect(await receive(smoke(sender, true))).toEqual({ batchItemFailures: [] });
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
    expect(await alertsOf(other)).toEqual([]);
    const { body } = await as('admin', `GET /api/v1/devices/${sender.id}/inbound/messages`);
    expect(body.data[0]).toMatchObject({ topic: 'zigbee2mqtt/Plant room', address: '203.0.113.7' });
  });

  test('A message that the queue brings twice counts once', async () => {
    const sender = await newSender();
    const record = smoke(sender, true);
    await receive(record);
    await receive(record, record);
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
  });

  test('A press that the queue brings again minutes later is no second press', async () => {
    const sender = await newSender();
    const press = () => recordOf(published(sender.client, 'zigbee2mqtt/Button', { action: 'emergency' }));
    const first = press();
    await receive(first);
    guard.clock.advance(90_000);
    await receive(first);
    expect(await resultsOf(sender)).toEqual(['raised', 'nothing_new']);
    await receive(press());
    expect(await resultsOf(sender)).toContain('occurred_again');
  });

  test('The end of a trouble resolves its alert', async () => {
    const sender = await newSender();
    const battery = (isLow: boolean) =>
      recordOf(published(sender.client, 'zigbee2mqtt/Back door', { battery_low: isLow }));
    await receive(battery(true));
    guard.clock.advance(60_000);
    await receive(battery(false));
    expect(await alertsOf(sender)).toEqual(['low-battery resolved 1']);
  });

  test('The order of a batch is that of publication', async () => {
    const sender = await newSender();
    await receive(smoke(sender, false, 1), smoke(sender, true, 2));
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
    expect((await resultsOf(sender)).sort()).toEqual(['raised', 'restored']);
    await receive(smoke(sender, true));
    expect(await alertsOf(sender)).toEqual(['fire active 2']);
  });

  test('An alarm that arrives after its end is raised, and the next one is, too', async () => {
    const sender = await newSender();
    await receive(smoke(sender, false, 10));
    await receive(smoke(sender, true, 20));
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
    await receive(smoke(sender, true, 5));
    expect(await resultsOf(sender)).toContain('occurred_again');
  });

  test('An end that arrives after the next alarm does not hide the one after it', async () => {
    const sender = await newSender();
    await receive(smoke(sender, true, 30));
    await receive(smoke(sender, true, 5));
    await receive(smoke(sender, false, 10));
    expect(await resultsOf(sender)).not.toContain('restored');
  });

  test('What the rule could not send is carried out when it is sent from the dead letters', async () => {
    const { id, client } = await newSender();
    const failure = {
      ruleName: 'publications',
      topic: 'zigbee2mqtt/Plant room',
      cloudwatchTraceId: randomUUID(),
      clientId: client,
      base64OriginalPayload: Buffer.from('{"smoke":true}').toString('base64'),
      failures: [{ failedAction: 'SqsAction', failedResource: 'queue', errorMessage: 'It failed.' }],
    };
    expect(await receive(recordOf(failure))).toEqual({ batchItemFailures: [] });
    expect(await alertsOf({ id })).toEqual(['fire active 1']);
  });

  test('What a client sends whose secret was revoked does nothing from then on, although it is still connected', async () => {
    const sender = await newSender();
    await as('admin', `DELETE /api/v1/devices/${sender.id}/inbound`);
    const next = { id: sender.id, ...(await newAddress(sender.id)) };
    expect(await receive(smoke(sender, true))).toEqual({ batchItemFailures: [] });
    expect(await alertsOf(sender)).toEqual([]);
    await receive(smoke(next, true));
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
  });

  test('A message of no client of the stage, and one that nobody understands, are no reason to repeat the others', async () => {
    const sender = await newSender();
    const unreadable = { ...recordOf({}), body: 'no JSON' };
    const answer = await receive(
      recordOf(published('someone', 'zigbee2mqtt/Plant room', { smoke: true })),
      unreadable,
      smoke(sender, true),
    );
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: unreadable.messageId }] });
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
  });

  test('Connecting is a sign of life of the device, and a message that waited for minutes is none', async () => {
    const sender = await newSender();
    const seen = async () => (await as('admin', `GET /api/v1/devices/${sender.id}`)).body.last_seen_at;
    await receive(smoke(sender, false, 300));
    expect(await seen()).toBeNull();
    const topic = `$aws/events/presence/connected/${sender.client}`;
    await receive(recordOf({ client: sender.client, topic, at: guard.clock.now.getTime() }));
    expect(Date.parse(await seen())).toBe(guard.clock.now.getTime());
  });
});

describe('certificates', () => {
  const issue = async (id: string) =>
    (await as('admin', `POST /api/v1/devices/${id}/inbound/certificate`)).body;

  test('A device with a certificate raises alarms, and no other device does with its id', async () => {
    const sender = await newSender();
    const made = await issue(sender.id);
    expect(made).toMatchObject({ host: 'certificates.example', port: 8883 });
    expect(issued.get(made.certificate.split(' ')[1])).toBe(made.client_id);
    await receive(smoke({ client: made.client_id }, true));
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
    const { body } = await as('admin', `GET /api/v1/devices/${sender.id}/inbound`);
    expect(body.certificate).toMatchObject({ client_id: made.client_id });
    expect(JSON.stringify(body)).not.toContain('key of');
  });

  test('The certificate before the last works for a day, and older ones are ended', async () => {
    const sender = await newSender();
    const [first, second, third] = [await issue(sender.id), await issue(sender.id), await issue(sender.id)];
    const clients = [...issued.values()];
    expect(clients).not.toContain(first.client_id);
    await receive(smoke({ client: second.client_id }, true));
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
    guard.clock.advance(25 * 3_600_000);
    await receive(smoke({ client: second.client_id }, false));
    expect(await resultsOf(sender)).not.toContain('restored');
    await receive(smoke({ client: third.client_id }, false));
    expect(await resultsOf(sender)).toContain('restored');
  });

  test('If an older certificate cannot be ended, the new one is given out and works', async () => {
    const sender = await newSender();
    await issue(sender.id);
    await issue(sender.id);
    isEndFailing = true;
    const made = await issue(sender.id);
    isEndFailing = false;
    await receive(smoke({ client: made.client_id }, true));
    expect(await alertsOf(sender)).toEqual(['fire active 1']);
  });

  test('Revoking the address ends its certificates at once', async () => {
    const sender = await newSender();
    const { client_id: client } = await issue(sender.id);
    await as('admin', `DELETE /api/v1/devices/${sender.id}/inbound`);
    expect([...issued.values()]).not.toContain(client);
    await newAddress(sender.id);
    await receive(smoke({ client }, true));
    expect(await alertsOf(sender)).toEqual([]);
  });

  test('Deleting a device ends its certificates', async () => {
    const sender = await newSender();
    const { client_id: client } = await issue(sender.id);
    expect((await as('admin', `DELETE /api/v1/devices/${sender.id}`)).status).toBe(204);
    expect([...issued.values()]).not.toContain(client);
  });

  test('A certificate that could not be recorded is ended, so that nobody has one that Guard does not know', async () => {
    const sender = await newSender();
    const before = issued.size;
    duringMake = () => as('admin', `DELETE /api/v1/devices/${sender.id}/inbound`);
    const { status } = await as('admin', `POST /api/v1/devices/${sender.id}/inbound/certificate`);
    expect(status).toBe(404);
    expect(issued.size).toBe(before);
  });

  test('A device without an address gets no certificate', async () => {
    const { body } = await as('admin', `POST /api/v1/sites/${siteId}/devices`, {
      json: { name: 'Gateway', type: 'gateway' },
    });
    const { status } = await as('admin', `POST /api/v1/devices/${body.id}/inbound/certificate`);
    expect(status).toBe(404);
  });
});
