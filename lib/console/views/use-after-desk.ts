import { useEffect, useState } from 'preact/hooks';

type AfterDesk = typeof import('./after-desk.ts');

let loaded: AfterDesk | undefined;

/**
 * The components that are loaded after the desk: undefined before. The rest of the desk works without them. If they could not
 * be loaded, a change of `reason` tries again.
 */
export function useAfterDesk(reason?: unknown): AfterDesk | undefined {
  const [components, setComponents] = useState(loaded);
  useEffect(() => {
    if (components) return;
    import('./after-desk.ts').then(
      (module) => {
        loaded = module;
        setComponents(module);
      },
      () => undefined,
    );
  }, [components, reason]);
  return components;
}
