/** The used part of a browser's window. Node.js and React Native have none. */
interface Platform {
  readonly document?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    readonly visibilityState: string;
  };
  readonly addEventListener?: (type: string, listener: () => void) => void;
  readonly removeEventListener?: (type: string, listener: () => void) => void;
}

/**
 * Calls the listener when the machine is back on a network, and when somebody looks at the page again, until the returned
 * function is called. It never calls it outside of browsers.
 */
export function onReturn(listener: () => void, platform: Platform = globalThis as Platform): () => void {
  const { document } = platform;
  if (!document || !platform.addEventListener) return () => {};
  const ifVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  platform.addEventListener('online', listener);
  platform.addEventListener('pageshow', ifVisible);
  document.addEventListener('visibilitychange', ifVisible);
  return () => {
    platform.removeEventListener?.('online', listener);
    platform.removeEventListener?.('pageshow', ifVisible);
    document.removeEventListener('visibilitychange', ifVisible);
  };
}
