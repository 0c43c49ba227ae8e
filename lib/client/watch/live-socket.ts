/** The part of WebSocket that a watch uses. Browsers, Node.js 22 and the package `ws` have it. */
export interface LiveSocket {
  addEventListener(type: 'open' | 'error' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  send(text: string): void;
  close(): void;
}

export type LiveSocketConstructor = new (url: string) => LiveSocket;

/**
 * Chooses the socket of the application or of the platform. Without one, each watch polls, and the application is warned
 * once that changes arrive up to 30 seconds late.
 */
export function chooseSocket(
  given: LiveSocketConstructor | undefined,
  warn: (message: string) => void,
): () => LiveSocketConstructor | undefined {
  let hasWarned = false;
  return () => {
    const socket = given ?? platformSocket();
    if (!socket && !hasWarned) {
      hasWarned = true;
      warn(NO_SOCKET);
    }
    return socket;
  };
}

const NO_SOCKET =
  'Guard client: this platform has no WebSocket, so watches poll every 30 seconds. On Node.js 20 install "ws" and pass its WebSocket to createGuardClient({ WebSocket }).';

/** The socket of the platform, if any: Node.js 20 has none. */
function platformSocket(): LiveSocketConstructor | undefined {
  return (globalThis as { readonly WebSocket?: LiveSocketConstructor }).WebSocket;
}
