import * as z from 'zod/mini';
import { CHECK_USER_AGENT, type CheckContext, describeFailure } from './check-api.ts';
import type { OwnKey } from './own-device.ts';

const DEADLINE_MILLISECONDS = 4_000;

const REPORT = JSON.stringify({ events: [{ action: 'heartbeat' }] });

const answerSchema = z.object({ results: z.tuple([z.object({ status: z.literal(200) })]) });

export type ReportOutcome =
  | { readonly outcome: 'heard' }
  /** The reason without the content of the request; `isKeyRefused` if another key may help. */
  | { readonly outcome: 'failed'; readonly failure: string; readonly isKeyRefused: boolean };

/**
 * Sends a heartbeat to Guard's public URL over the network with a key, as a device does. Never throws. `baseUrl` has no slash at
 * its end.
 */
export async function reportItself(
  baseUrl: string,
  { plainText }: OwnKey,
  { fetch, timeout }: Pick<CheckContext, 'fetch' | 'timeout'>,
): Promise<ReportOutcome> {
  const fail = (failure: string, isKeyRefused = false) =>
    ({ outcome: 'failed', failure, isKeyRefused }) as const;
  try {
    const answer = await fetch(`${baseUrl}/api/v1/reports`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${plainText}`,
        'Content-Type': 'application/json',
        'User-Agent': CHECK_USER_AGENT,
      },
      body: REPORT,
      signal: timeout(DEADLINE_MILLISECONDS),
      redirect: 'manual',
    });
    const body = await answer.text();
    if (answer.status !== 200) return fail(`status ${answer.status}`, answer.status === 401);
    return isTaken(body) ? { outcome: 'heard' } : fail('the heartbeat was not taken');
  } catch (error) {
    return fail(describeFailure(error, DEADLINE_MILLISECONDS));
  }
}

function isTaken(body: string): boolean {
  try {
    return answerSchema.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
