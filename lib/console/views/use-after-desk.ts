import { useEffect, useState } from 'preact/hooks';

type AfterDesk = typeof import('./after-desk.ts');

let loaded: AfterDesk | undefined;

/**
 * The parts that are loaded after the desk: undefined before. The rest of the desk works without them. If they could not
 * be loaded, a change of `reason` tries again.
 */
export function useAfterDesk(reason?: unknown): AfterDesk | undefined {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (parts) return;
    import('./after-desk.ts').then(
      (module) => {
        loaded = module;
        setParts(module);
      },
      () => undefined,
    );
  }, [parts, reason]);
  return parts;
}
