/**
 * Throws if the signal has aborted. Does without `throwIfAborted`, `reason` and `DOMException`, which React Native lacks.
 */

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal);
}

export function abortReason(signal: AbortSignal): unknown {
  if (signal.reason !== undefined) return signal.reason;
  const error = new Error('The call was aborted.');
  error.name = 'AbortError';
  return error;
}

/** Settles like the promise, or rejects as soon as the signal aborts. The promise itself continues. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortReason(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves after this time. When the signal aborts, clears the timer and rejects. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortReason(signal));
    const abort = () => {
      clearTimeout(timer);
      if (signal) reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort);
  });
}

/**
 * A signal that aborts with the given one, or with an error after this time. `cancel` clears the timer and leaves the given
 * signal.
 */
export function withDeadline(
  signal: AbortSignal | undefined,
  milliseconds: number,
  error: () => Error,
): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const controller = new AbortController();
  const abort = () => signal && controller.abort(abortReason(signal));
  const timer = setTimeout(() => controller.abort(error()), milliseconds);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    cancel() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
