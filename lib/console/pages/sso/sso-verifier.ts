const BYTES = 32;

/** The secret of a sign-in that this tab began (RFC 7636). No other browser can redeem the code from the URL. */
export class SsoVerifier {
  readonly #name: string;

  /** Stages may share a host, so each base URL has its own verifier. */
  constructor(baseUrl: string) {
    this.#name = `guard-console sso ${baseUrl}`;
  }

  /** Stores a new verifier, and returns its challenge. */
  async begin(): Promise<string> {
    const verifier = base64Url(crypto.getRandomValues(new Uint8Array(BYTES)));
    sessionStorage.setItem(this.#name, verifier);
    return base64Url(
      new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
    );
  }

  /** Removes the verifier, and returns it; empty if this tab began nothing. */
  take(): string {
    const verifier = sessionStorage.getItem(this.#name) ?? '';
    sessionStorage.removeItem(this.#name);
    return verifier;
  }
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
