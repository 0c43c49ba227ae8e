/** Aborting without what React Native's AbortSignal lacks: `throwIfAborted`, `reason`, `DOMException`. */

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal);
}

export function abortReason(signal: AbortSignal): unknown {
  if (signal.reason !== undefined) return signal.reason;
  const error = new Error('The call was aborted.');
  error.name = 'AbortError';
  return error;
}

/** Settles as the promise does, or rejects as soon as the signal aborts; the promise itself goes on. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortReason(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves after so many milliseconds; rejects, and holds no timer any more, when the signal aborts. */
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
 * A signal that aborts as the given one does, or with an error after so many milliseconds. `cancel` lets go of the
 * timer and of the given signal.
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
