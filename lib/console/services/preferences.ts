/** The name of the choice to see what a person does first. It is on from their first sign-in until they turn it off. */
export const isNew = ({ id }: { readonly id: string }) => `new ${id}`;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/**
 * The choices of the user on this machine, for all tabs and later visits. If the browser stores nothing for this page,
 * choices last until the next reload.
 */
export class Preferences {
  readonly #storage: () => Storage;
  readonly #prefix: string;

  /** Stages may share a host, so each base URL has its own preferences. */
  constructor(storage: () => Storage, baseUrl: string) {
    this.#storage = storage;
    this.#prefix = `guard-console ${baseUrl} `;
  }

  /** Whether it is on; `byDefault` until the user has chosen. */
  isOn(name: string, byDefault: boolean): boolean {
    const kept = this.read(name);
    return kept === null ? byDefault : kept === 'on';
  }

  set(name: string, isOn: boolean): void {
    this.write(name, isOn ? 'on' : 'off');
  }

  /** `null` if there is nothing. */
  read(name: string): string | null {
    try {
      return this.#storage().getItem(this.#prefix + name);
    } catch {
      return null;
    }
  }

  write(name: string, text: string): void {
    try {
      this.#storage().setItem(this.#prefix + name, text);
    } catch {
      // The choice lasts until the next reload.
    }
  }
}
