/** The places of a queue. */
export interface QueueLimits {
  /**
   * How much is in work at a time: of all, of a tenant, and of a lane. A tenant has less, at least two, while there are so many
   * tenants with work that their shares of all are smaller: the table takes as long as there is in work.
   */
  readonly working: number;
  readonly workingOfTenant: number;
  readonly workingOfLane: number;
  /** How much waits for its turn. What comes when all places are taken is not done. */
  readonly waiting: number;
  readonly waitingOfTenant: number;
  readonly waitingOfLane: number;
}

/** Whose work it is. */
export interface Turn {
  readonly tenantId: string;
  /** What of a tenant has turns of its own: a panel by one transport, because anybody can forge its datagrams. */
  readonly lane: string;
}

const LEAST_SHARE = 2;

interface Job {
  readonly start: () => void;
  readonly drop: () => void;
}

interface Lane {
  working: number;
  readonly waiting: Job[];
}

interface TenantPlaces {
  working: number;
  waiting: number;
  /** Those with work, the one that had its last turn longest ago first. */
  readonly lanes: Map<string, Lane>;
}

/**
 * Does work of many tenants in fair turns: each tenant gets as many as another, and each lane of a tenant as many as its others,
 * whatever the others bring. Nobody can fill the places of another: if all are taken, the tenant with most waiting loses.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Those with work, the one that had its last turn longest ago first. */
  readonly #tenants = new Map<string, TenantPlaces>();
  #working = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Does work when it is its turn. `full`: it was not done, because too much was waiting. */
  run<T>({ tenantId, lane: name }: Turn, work: () => Promise<T>): Promise<T | 'full'> {
    const tenant = this.#tenants.get(tenantId) ?? { working: 0, waiting: 0, lanes: new Map() };
    const lane: Lane = tenant.lanes.get(name) ?? { working: 0, waiting: [] };
    if (!this.#hasPlace(tenantId, tenant, lane)) return Promise.resolve('full');
    this.#tenants.set(tenantId, tenant);
    tenant.lanes.set(name, lane);
    const { promise, resolve, reject } = Promise.withResolvers<T | 'full'>();
    const done = () => {
      this.#count(tenant, lane, -1);
      this.#forgetIdle(tenantId, tenant, name, lane);
      this.#startNext();
    };
    const start = () => {
      this.#count(tenant, lane, 1);
      work().then(resolve, reject).finally(done);
    };
    lane.waiting.push({ start, drop: () => resolve('full') });
    tenant.waiting += 1;
    this.#waiting += 1;
    this.#startNext();
    return promise;
  }

  /** Whether a lane has no place left. */
  isFull({ tenantId, lane }: Turn): boolean {
    const waiting = this.#tenants.get(tenantId)?.lanes.get(lane)?.waiting ?? [];
    return waiting.length >= this.#limits.waitingOfLane;
  }

  /** Drops all that waits. What is in work goes on. */
  drop(): void {
    for (const [tenantId, tenant] of this.#tenants) {
      for (const name of tenant.lanes.keys()) while (this.#dropNewest(tenantId, tenant, name)) {}
    }
  }

  #hasPlace(tenantId: string, tenant: TenantPlaces, lane: Lane): boolean {
    const { waiting, waitingOfTenant, waitingOfLane } = this.#limits;
    if (lane.waiting.length >= waitingOfLane || tenant.waiting >= waitingOfTenant) return false;
    if (this.#waiting < waiting) return true;
    const [[heaviestId, heaviest] = [tenantId, tenant]] = [...this.#tenants].sort(
      ([, one], [, other]) => other.waiting - one.waiting,
    );
    if (heaviest.waiting <= tenant.waiting) return false;
    const [longest = ''] = [...heaviest.lanes].toSorted(
      ([, one], [, other]) => other.waiting.length - one.waiting.length,
    )[0] ?? [''];
    return this.#dropNewest(heaviestId, heaviest, longest);
  }

  #dropNewest(tenantId: string, tenant: TenantPlaces, name: string): boolean {
    const lane = tenant.lanes.get(name);
    const job = lane?.waiting.pop();
    if (!lane || !job) return false;
    tenant.waiting -= 1;
    this.#waiting -= 1;
    job.drop();
    this.#forgetIdle(tenantId, tenant, name, lane);
    return true;
  }

  #count(tenant: TenantPlaces, lane: Lane, number: 1 | -1): void {
    this.#working += number;
    tenant.working += number;
    lane.working += number;
  }

  #startNext(): void {
    while (this.#waiting > 0 && this.#working < this.#limits.working) {
      const job = this.#takeNext();
      if (!job) return;
      job.start();
    }
  }

  /** Takes the work of the tenant and of its lane that wait longest for a turn. */
  #takeNext(): Job | undefined {
    const { working, workingOfLane } = this.#limits;
    const share = Math.max(LEAST_SHARE, Math.ceil(working / this.#tenants.size));
    const workingOfTenant = Math.min(this.#limits.workingOfTenant, share);
    for (const [tenantId, tenant] of this.#tenants) {
      if (tenant.waiting === 0 || tenant.working >= workingOfTenant) continue;
      for (const [name, lane] of tenant.lanes) {
        const job = lane.working < workingOfLane ? lane.waiting.shift() : undefined;
        if (!job) continue;
        tenant.waiting -= 1;
        this.#waiting -= 1;
        moveToEnd(tenant.lanes, name, lane);
        moveToEnd(this.#tenants, tenantId, tenant);
        return job;
      }
    }
    return undefined;
  }

  #forgetIdle(tenantId: string, tenant: TenantPlaces, name: string, lane: Lane): void {
    if (lane.working === 0 && lane.waiting.length === 0) tenant.lanes.delete(name);
    if (tenant.lanes.size === 0) this.#tenants.delete(tenantId);
  }
}

function moveToEnd<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
}
