import type { KnownPanel } from '../../shared/panels/known-panel.ts';
import type { Received } from '../../shared/panels/receive-frame.ts';

/** How many tenants a receiver answered, and did not answer, since it was asked before. */
export interface TenantCounts {
  readonly heard: number;
  readonly unheard: number;
}

/**
 * Counts the tenants that a receiver hears, and those that it should hear and does not: their panels send, nothing of it is
 * answered, and one of these panels was heard before. So a panel that was never set up right counts for nothing.
 */
export class HeardTenants {
  readonly #heard = new Set<string>();
  readonly #unheard = new Set<string>();

  note({ device: { entity, paths } }: KnownPanel, result: Received['result']): void {
    if (result === 'supervision' || result === 'signal') this.#heard.add(entity.tenant_id);
    else if (paths.length > 0) this.#unheard.add(entity.tenant_id);
  }

  take(): TenantCounts {
    const unheard = this.#unheard.difference(this.#heard).size;
    const heard = this.#heard.size;
    this.#heard.clear();
    this.#unheard.clear();
    return { heard, unheard };
  }
}
