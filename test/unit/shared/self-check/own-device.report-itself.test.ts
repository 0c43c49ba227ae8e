import { expect, test } from 'vitest';
import { reportItself } from '../../../../shared/self-check/own-device.ts';

const KEY = { plainText: '1|guard_k_secret', expiresAt: new Date(0) };

/** Sends a report to an API with this answer. Resolves to the outcome and the request. */
async function report(answer: Response | Error, traceHeader?: string) {
  const sent: Parameters<typeof fetch>[] = [];
  const outcome = await reportItself('https://guard.test', KEY, {
    fetch: async (...request) => {
      sent.push(request);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    timeout: () => new AbortController().signal,
    traceHeader,
  });
  return { outcome, sent };
}

const answers = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

test('The probe reports a heartbeat with its device-bound key, and the heartbeat counts as heard if the API accepts it', async () => {
  const { outcome, sent } = await report(answers(200, { results: [{ status: 200 }] }));
  expect(outcome).toEqual({ outcome: 'heard' });
  expect(sent).toMatchObject([
    [
      'https://guard.test/api/v1/reports',
      {
        method: 'POST',
        headers: { Authorization: 'Bearer 1|guard_k_secret' },
        body: '{"events":[{"action":"heartbeat"}]}',
        redirect: 'manual',
      },
    ],
  ]);
});

test('Guard’s own report is not traced, because it passes on the trace header of a run that is not', async () => {
  const untraced = 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0';
  const { sent } = await report(answers(200, { results: [{ status: 200 }] }), untraced);
  expect(new Headers(sent[0]?.[1]?.headers).get('X-Amzn-Trace-Id')).toBe(untraced);
  const [[, without] = []] = (await report(answers(200, {}))).sent;
  expect(new Headers(without?.headers).has('X-Amzn-Trace-Id')).toBe(false);
});

test.each([
  ['a failed result', answers(200, { results: [{ status: 503, error: {} }] })],
  ['no result', answers(200, { results: [] })],
  ['no JSON', new Response('<html>', { status: 200 })],
])('The heartbeat of the probe fails if the response has %s', async (_, answer) => {
  const { outcome } = await report(answer);
  expect(outcome).toEqual({
    outcome: 'failed',
    failure: 'the heartbeat was not taken',
    isKeyRefused: false,
  });
});

test.each([
  [500, false],
  [301, false],
  [401, true],
])('The heartbeat of the probe fails if the status of the response is %d', async (status, isKeyRefused) => {
  const { outcome } = await report(new Response(null, { status }));
  expect(outcome).toEqual({ outcome: 'failed', failure: `status ${status}`, isKeyRefused });
});

test('If the heartbeat of the probe gets no answer, the failure contains no part of the request', async () => {
  const cause = Object.assign(new Error('1|guard_k_secret'), { code: 'ECONNREFUSED' });
  const { outcome } = await report(new Error('fetch failed', { cause }));
  expect(outcome).toMatchObject({ outcome: 'failed', failure: 'no answer (ECONNREFUSED)' });
  const late = Object.assign(new Error('late'), { name: 'TimeoutError' });
  expect((await report(late)).outcome).toMatchObject({ failure: 'no answer within 4 s' });
});
