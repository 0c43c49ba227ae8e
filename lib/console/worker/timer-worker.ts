// Counts time for the page. Browsers run the timers of a hidden or covered page once a minute, and those of its workers on time.

/** A request of the page: a timer with an id, or, without a time, that it is not needed any more. */
export interface TimerRequest {
  readonly id: number;
  readonly milliseconds?: number;
}

/** The used part of `DedicatedWorkerGlobalScope`: its types and those of pages exclude each other. */
interface Worker {
  postMessage(id: number): void;
  addEventListener(type: 'message', listener: (event: { readonly data: TimerRequest }) => void): void;
}

declare const self: Worker;

const timers = new Map<number, ReturnType<typeof setTimeout>>();

self.addEventListener('message', ({ data: { id, milliseconds } }) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (milliseconds === undefined) return;
  const ring = () => {
    timers.delete(id);
    self.postMessage(id);
  };
  timers.set(id, setTimeout(ring, milliseconds));
});
