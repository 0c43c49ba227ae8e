/**
 * Replaces `mnemonist/lru-cache` in bundles, as far as the SDK uses it. It removes no key: a process discovers the endpoints
 * of one account at most.
 */
export default class EndpointMap<T> extends Map<string, T> {
  /** The client passes a capacity, which `Map` would treat as its entries. */
  constructor(_capacity: number) {
    super();
  }

  peek(key: string): T | undefined {
    return this.get(key);
  }
}
