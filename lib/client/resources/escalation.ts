import { type Versioned, versioned } from '../etag.ts';
import type { CallOptions, ChangeOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Escalation, EscalationInput } from '../types.ts';

interface OfTenant {
  /** The tenant whose escalation it is: for platform admins, who must name it. */
  readonly tenantId?: string | undefined;
}

export interface EscalationOptions extends CallOptions, OfTenant {}
export interface SetEscalationOptions extends ChangeOptions, OfTenant {}

export class EscalationRules {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** When alerts of the tenant escalate. */
  async get({ tenantId, ...options }: EscalationOptions = {}): Promise<Versioned<Escalation>> {
    const input = { ...options, query: { tenant_id: tenantId } };
    const answer = await this.#requests.send('get', '/api/v1/escalation', input);
    return versioned(answer.body, answer.etag);
  }

  /** Replaces it, for alerts that are raised from now on; with `{}` none escalates. */
  async set(
    escalation: EscalationInput,
    { tenantId, ...options }: SetEscalationOptions = {},
  ): Promise<Versioned<Escalation>> {
    const input = { ...options, query: { tenant_id: tenantId }, body: escalation };
    const answer = await this.#requests.send('put', '/api/v1/escalation', input);
    return versioned(answer.body, answer.etag);
  }
}
