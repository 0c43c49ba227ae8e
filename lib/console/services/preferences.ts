type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/**
 * What a person has turned on or off on this machine, for every tab and the next time. Where a browser keeps nothing for this
 * page, choices last until the next reload.
 */
export class Preferences {
  readonly #storage: () => Storage;
  readonly #prefix: string;

  /** Several stages may have one host: each page has its own. */
  constructor(storage: () => Storage, baseUrl: string) {
    this.#storage = storage;
    this.#prefix = `guard-console ${baseUrl} `;
  }

  /** Whether it is on; `usually` where nobody has chosen. */
  isOn(name: string, usually: boolean): boolean {
    try {
      const kept = this.#storage().getItem(this.#prefix + name);
      return kept === null ? usually : kept === 'on';
    } catch {
      return usually;
    }
  }

  set(name: string, isOn: boolean): void {
    try {
      this.#storage().setItem(this.#prefix + name, isOn ? 'on' : 'off');
    } catch {
      // It lasts until the next reload.
    }
  }
}
