/** A browser without scripts: follows redirects, stores cookies by origin, and submits forms. */
export class ProviderVisit {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Ends at a URL that starts with `end`, or at a page. */
  async open(url: string, end: string, form?: Record<string, string>): Promise<{ url: URL; page: string }> {
    let at = new URL(url);
    let body = form && new URLSearchParams(form);
    for (let steps = 0; steps < 20; steps++) {
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: this.#cookiesOf(at) },
        ...(body ? { method: 'POST', body } : {}),
      });
      this.#store(at, answer.headers.getSetCookie());
      body = undefined;
      const location = answer.headers.get('location');
      if (location === null) return { url: at, page: await answer.text() };
      at = new URL(location, at);
      if (at.href.startsWith(end)) return { url: at, page: '' };
    }
    throw new Error(`${url} redirects for ever.`);
  }

  #cookiesOf({ origin }: URL): string {
    return Array.from(this.#cookies.get(origin) ?? [], ([name, value]) => `${name}=${value}`).join('; ');
  }

  #store({ origin }: URL, lines: readonly string[]): void {
    const known = this.#cookies.get(origin) ?? new Map();
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') known.delete(name);
      else known.set(name, value);
    }
    this.#cookies.set(origin, known);
  }
}
