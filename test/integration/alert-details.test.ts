import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECENT_ENTRIES } from '../../shared/alerts/alert-details.ts';
import { type CallAs, type Caller, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
/** A change between the query of a history and the parallel read of its alert. */
let inBetween: { readonly alertId: string; readonly change: () => Promise<unknown> } | undefined;
let changed = Promise.withResolvers<void>();

beforeAll(async () => {
  guard = await startGuard({
    wrapTable: (table) => {
      const { client } = table;
      const send = async (command: { input: object }, ...options: unknown[]): Promise<unknown> => {
        const forward = () => Reflect.apply(client.send, client, [command, ...options]);
        if (!inBetween) return forward();
        const { alertId, change } = inBetween;
        if (command instanceof BatchGetCommand && JSON.stringify(command.input).includes(alertId)) {
          await changed.promise;
        }
        if (!(command instanceof QueryCommand)) return forward();
        const read = await forward();
        inBetween = undefined;
        await change();
        changed.resolve();
        return read;
      };
      return { ...table, client: Object.create(client, { send: { value: send } }) };
    },
  });
  as = await signInCallers(guard);
  siteId = (await as('viewer', 'GET /api/v1/sites')).body.data[0].id;
});
afterAll(() => guard.stop());

const call = (caller: Caller, request: string, json?: object, headers = {}) =>
  as(caller, request, { headers, ...(json ? { json } : {}) });

async function raise(fields: object = {}): Promise<string> {
  const json = { site_id: siteId, type: 'intrusion', severity: 'high', message: 'Door open', ...fields };
  return (await call('master', 'POST /api/v1/alerts', json)).body.id;
}

describe('GET of an alert with include=history', () => {
  test.each(['master', 'viewer', 'platform'] as const)(
    'A %s gets the same history with include=history as from the event list of the alert',
    async (caller) => {
      const id = await raise({ dedup_key: `door-${caller}` });
      await call('master', `POST /api/v1/alerts/${id}/acknowledge`, { note: 'On my way' });
      const { body } = await call(caller, `GET /api/v1/alerts/${id}?include=history`);
      const listed = (await call('master', `GET /api/v1/alerts/${id}/events`)).body.data;
      expect(body.history).toEqual(listed);
      expect(body.history).toMatchObject([
        { action: 'acknowledged', note: 'On my way' },
        { action: 'raised' },
      ]);
      const { history, ...alert } = body;
      expect(alert).toEqual((await call('master', `GET /api/v1/alerts/${id}`)).body);
    },
  );

  test(`An alert with a longer history includes its newest ${RECENT_ENTRIES} entries with include=history`, async () => {
    const id = await raise();
    for (let note = 1; note <= RECENT_ENTRIES + 1; note++) {
      guard.clock.advance(1);
      await call('master', `POST /api/v1/alerts/${id}/notes`, { text: `Note ${note}` });
    }
    const { history } = (await call('viewer', `GET /api/v1/alerts/${id}?include=history`)).body;
    const notes = history.map(({ note }: { note: string }) => note);
    expect(notes).toEqual(
      Array.from({ length: RECENT_ENTRIES }, (_, at) => `Note ${RECENT_ENTRIES + 1 - at}`),
    );
  });

  test('If an alert changes while it is read, the included history is not older than the alert in the response', async () => {
    const id = await raise();
    changed = Promise.withResolvers();
    inBetween = { alertId: id, change: () => call('master', `POST /api/v1/alerts/${id}/acknowledge`) };
    const { body } = await call('viewer', `GET /api/v1/alerts/${id}?include=history`);
    expect(body).toMatchObject({
      status: 'acknowledged',
      history: [{ action: 'acknowledged' }, { action: 'raised' }],
    });
  });

  test('A new note changes the ETag of an alert with its included history', async () => {
    const id = await raise();
    const path = `GET /api/v1/alerts/${id}?include=history`;
    const first = await call('viewer', path);
    const kept = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await call('viewer', path, undefined, kept)).status).toBe(304);
    await call('master', `POST /api/v1/alerts/${id}/notes`, { text: 'The gate is shut' });
    const second = await call('viewer', path, undefined, kept);
    expect(second.status).toBe(200);
    expect(second.body.history[0]).toMatchObject({ action: 'noted', note: 'The gate is shut' });
  });

  test('A GET of an alert with include=history is 404 for another tenant', async () => {
    const id = await raise();
    expect((await call('globex', `GET /api/v1/alerts/${id}?include=history`)).status).toBe(404);
  });
});

test('A GET of an alert without include has no history', async () => {
  const id = await raise();
  expect((await call('viewer', `GET /api/v1/alerts/${id}`)).body).not.toHaveProperty('history');
});

test.each(['', 'history,', 'history,steps', 'History'])(
  'A GET of an alert with include=%s is rejected',
  async (include) => {
    const id = await raise();
    const answer = await call('viewer', `GET /api/v1/alerts/${id}?include=${include}`);
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(Object.keys(answer.body.errors)).toEqual(['include']);
  },
);

describe('GET of an alert with include=contacts', () => {
  const contact = (name: string) => ({ name, role: 'keyholder', phone: '+4940123456' });

  test('A GET of an alert with include=contacts gives an operator the contacts of the site in order, together with the history', async () => {
    const id = await raise();
    await call('master', `POST /api/v1/sites/${siteId}/contacts`, contact('Kim'));
    await call('master', `POST /api/v1/sites/${siteId}/contacts`, { ...contact('Lee'), position: 1 });
    const { status, body } = await call('master', `GET /api/v1/alerts/${id}?include=history,contacts`);
    const listed = (await call('master', `GET /api/v1/sites/${siteId}/contacts`)).body.data;
    expect([status, body.contacts]).toEqual([200, listed]);
    expect(body.contacts.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Lee', 'Kim']),
    );
    expect(body.contacts[0].name).toBe('Lee');
    expect(body.history).toMatchObject([{ action: 'raised' }]);
    expect((await call('master', `GET /api/v1/alerts/${id}?include=contacts`)).body).not.toHaveProperty(
      'history',
    );
  });

  test('Viewers and API keys cannot include contacts in an alert, and another tenant gets 404', async () => {
    const id = await raise();
    const request = `GET /api/v1/alerts/${id}?include=contacts`;
    expect(await call('viewer', request)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await call('globex', request)).status).toBe(404);
    const issued = await call('master', 'POST /api/v1/keys', { name: 'Wallboard', access: 'read' });
    const answer = await guard.call(request, { token: issued.body.key });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('A GET of an alert with include=contacts has none if the site was deleted', async () => {
    const site = (await call('master', 'POST /api/v1/sites', { name: 'Shed' })).body.id;
    await call('master', `POST /api/v1/sites/${site}/contacts`, contact('Kim'));
    const alert = { site_id: site, type: 'panic', severity: 'high', message: 'Help' };
    const { id } = (await call('master', 'POST /api/v1/alerts', alert)).body;
    expect((await call('master', `DELETE /api/v1/sites/${site}`)).status).toBe(204);
    expect((await call('master', `GET /api/v1/alerts/${id}?include=contacts`)).body.contacts).toEqual([]);
  });
});
