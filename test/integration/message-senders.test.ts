import { expect, test } from 'vitest';
import { connectSenders } from '../../shared/notify/senders.ts';
import { en } from '../../shared/texts/en.ts';
import { signInCallers } from '../support/callers.ts';
import { startNotifications } from '../support/notifications/pipeline.ts';
import { openPushBrowser } from '../support/push-browser.ts';
import { serveLoopback } from '../support/serve-loopback.ts';

test('Codes, test messages and notifications reach a person by e-mail, SMS and push through the real senders', async () => {
  const pushes: Buffer[] = [];
  const { url } = await serveLoopback(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    pushes.push(Buffer.concat(chunks));
    response.writeHead(201).end();
  });
  const browser = openPushBrowser(`${url.replace('127.0.0.1', 'localhost')}/browser`);
  const settings = { destinations: { isLocalhostAllowed: true }, smsPerDay: 20 };
  const people = await startNotifications(settings, connectSenders);
  try {
    const as = await signInCallers(people.guard);
    const ask = async (status: number, request: string, json?: object) => {
      const answer = await as('master', request, json ? { json } : {});
      expect(answer.status, answer.text).toBe(status);
      return answer.body;
    };
    const path = '/api/v1/auth/me/channels';
    const inputs = [
      { kind: 'email', address: 'master@reached.test' },
      { kind: 'sms', address: '+4915123456789' },
      { kind: 'push', subscription: browser.subscription },
    ];
    // A browser reads the key of the stage first.
    await ask(200, `GET ${path}`);
    for (const input of inputs) {
      const channel = await ask(201, `POST ${path}`, input);
      const code = /\b[0-9]{6}\b/.exec(people.outbox.items.at(-1)?.text ?? '')?.[0];
      if (input.kind !== 'push') await ask(200, `POST ${path}/${channel.id}/verify`, { code });
      expect(await ask(200, `POST ${path}/${channel.id}/test`)).toEqual({ status: 'sent', reason: null });
    }
    const sentBefore = people.outbox.items.length;
    const { id } = await ask(200, 'GET /api/v1/auth/me');
    await ask(201, 'POST /api/v1/notification-rules', {
      name: 'All',
      events: ['alert.raised'],
      recipients: [{ user_id: id }],
      channels: inputs.map(({ kind }) => kind),
    });
    const [site] = (await ask(200, 'GET /api/v1/sites')).data;
    const alert = { site_id: site.id, type: 'panic', severity: 'critical', message: 'Pressed' };
    const raised = await ask(201, 'POST /api/v1/alerts', alert);
    await people.notify();
    expect(
      people.outbox.items
        .slice(sentBefore)
        .map(({ channel }) => channel)
        .sort(),
    ).toEqual(['email', 'sms']);
    const shown = pushes.map((body) => JSON.parse(browser.decrypt(body)).title);
    expect(shown).toEqual([en.channelTest.subject, expect.stringContaining('CRITICAL panic')]);
    const { data } = await ask(200, `GET /api/v1/alerts/${raised.id}/notifications`);
    const outcomes = data.map((it: { channel: string; status: string }) => [it.channel, it.status]);
    expect(Object.fromEntries(outcomes)).toEqual({ email: 'sent', sms: 'delivered', push: 'sent' });
  } finally {
    await people.stop();
  }
});
