/**
 * What the SDK uses of `mnemonist/lru-cache`, which bundles of functions have this file in the place of. No key is ever
 * removed: a process discovers the endpoints of one account at most.
 */
export default class EndpointMap<T> extends Map<string, T> {
  /** The client gives a capacity, which a map would take for its entries. */
  constructor(_capacity: number) {
    super();
  }

  peek(key: string): T | undefined {
    return this.get(key);
  }
}
