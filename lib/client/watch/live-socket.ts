/** What a watch needs of a WebSocket: the one of browsers and Node.js 22 fits, and so does the one of `ws`. */
export interface LiveSocket {
  addEventListener(type: 'open' | 'error' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  send(text: string): void;
  close(): void;
}

export type LiveSocketConstructor = new (url: string) => LiveSocket;

/** The platform's own, if it has one: Node.js 20 has none. */
export function platformSocket(): LiveSocketConstructor | undefined {
  return (globalThis as { readonly WebSocket?: LiveSocketConstructor }).WebSocket;
}
