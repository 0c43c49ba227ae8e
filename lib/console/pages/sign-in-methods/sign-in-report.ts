import { ROLES, type Role } from '../../../../shared/base/access.ts';

/** What Guard would do with a person who signed in for a test, as the service sends it in the address of the console. */
export interface SignInReport {
  readonly test_id: string;
  readonly outcome: 'signs_in' | 'creates_user' | 'refused';
  readonly error?: string | undefined;
  readonly reason?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
  readonly claims: readonly (readonly [name: string, value: string])[];
}

/** Reads a report; `undefined` if the text is none: anybody can make an address. */
export function readReport(text: string): SignInReport | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) =>
      it.charCodeAt(0),
    );
    const given = JSON.parse(new TextDecoder().decode(bytes));
    const word = (value: unknown) => (typeof value === 'string' ? value : undefined);
    const outcome = (['signs_in', 'creates_user', 'refused'] as const).find((it) => it === given.outcome);
    if (!outcome) return undefined;
    const claims: unknown[] = Array.isArray(given.claims) ? given.claims : [];
    return {
      test_id: word(given.test_id) ?? '',
      outcome,
      error: word(given.error),
      reason: word(given.reason),
      email: word(given.email),
      name: word(given.name),
      role: ROLES.find((it) => it === given.role),
      claims: claims.flatMap((it) => (Array.isArray(it) ? [[String(it[0]), String(it[1])] as const] : [])),
    };
  } catch {
    return undefined;
  }
}

const channelOf = (baseUrl: string) => new BroadcastChannel(`guard-console sign-in test ${baseUrl}`);

/** Sends the text of a report to the window that began the test. */
export function sendReport(baseUrl: string, text: string): void {
  const channel = channelOf(baseUrl);
  channel.postMessage(text);
  channel.close();
}

/** Waits for the report of a test that this window began. Returns a function that ends the waiting. */
export function awaitReport(
  baseUrl: string,
  testId: string,
  onReport: (report: SignInReport) => void,
): () => void {
  const channel = channelOf(baseUrl);
  channel.onmessage = ({ data }) => {
    const report = readReport(String(data));
    if (report?.test_id === testId) onReport(report);
  };
  return () => channel.close();
}
