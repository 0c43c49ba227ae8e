/** A page for people who are not signed in. Mails link to the pages that set a password. */
export interface SignedOutPage {
  readonly view: 'forgot' | 'reset' | 'invitation' | 'sso' | 'sign-in-test';
  /**
   * The token; empty if the page was loaded again, after the token had left the address bar. For `sso` it is the query, for
   * `sign-in-test` the report.
   */
  readonly token: string;
  /** The address to which a mail with a link was sent, if the link names it. */
  readonly email?: string;
}

const HASH = /^#\/(forgot|reset|invitation|sso|sign-in-test)(?:\?(.*))?$/;

/** Identity providers return people with a query. */
export function readSignedOutPage(hash: string, search: string): SignedOutPage | undefined {
  if (/[?&](code|error)=/.test(search)) return { view: 'sso', token: search };
  const [, view, given] = HASH.exec(hash) ?? [];
  if (view === undefined) return undefined;
  const link = new URLSearchParams(given);
  const email = link.get('email');
  return {
    view: view as SignedOutPage['view'],
    token: link.get('token') ?? link.get('report') ?? '',
    ...(email === null ? {} : { email }),
  };
}
