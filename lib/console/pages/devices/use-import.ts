import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageProps } from '../../parts/page-props.ts';
import { checkDevices, type ImportPlan } from '../../services/check-devices.ts';
import { textOf } from '../../state/csv.ts';
import type { PlannedDevice } from '../../state/device-file.ts';
import {
  countImported,
  type ImportCounts,
  type Imported,
  importInBatches,
} from '../../state/device-import.ts';

export type ImportState =
  | { readonly is: 'choosing'; readonly error?: unknown }
  | { readonly is: 'checking'; readonly read: number; readonly sites: number }
  | { readonly is: 'checked'; readonly plan: ImportPlan }
  /** The import is sending, or interrupted. */
  | {
      readonly is: 'importing';
      readonly plan: ImportPlan;
      readonly done: number;
      readonly isPaused: boolean;
      readonly error?: unknown;
    }
  | { readonly is: 'done'; readonly plan: ImportPlan; readonly counts: ImportCounts };

export interface Import {
  readonly state: ImportState;
  readonly check: (file: File) => Promise<void>;
  /** Starts the import, or continues it. */
  readonly start: () => Promise<void>;
  readonly reset: () => void;
}

/** The import of a file: it is checked as a whole, then sent in batches, and continues after an interruption. */
export function useImport({ guard, tenantId, now }: PageProps): Import {
  const [state, setState] = useState<ImportState>({ is: 'choosing' });
  const ending = useRef(new AbortController());
  const progress = useRef<{ left: readonly PlannedDevice[]; imported: Imported[]; since: number }>({
    left: [],
    imported: [],
    since: 0,
  });
  useEffect(() => () => ending.current.abort(), []);

  async function check(file: File) {
    ending.current.abort();
    ending.current = new AbortController();
    const { signal } = ending.current;
    setState({ is: 'checking', read: 0, sites: 0 });
    try {
      const text = textOf(await file.arrayBuffer());
      const onSite = (read: number, sites: number) => setState({ is: 'checking', read, sites });
      const plan = await checkDevices(guard, tenantId, text, { signal, onSite });
      if (signal.aborted) return;
      progress.current = { left: plan.missing, imported: [], since: now };
      setState({ is: 'checked', plan });
    } catch (error) {
      if (!signal.aborted) setState({ is: 'choosing', error });
    }
  }

  async function start() {
    const isReady = state.is === 'checked' || (state.is === 'importing' && state.isPaused);
    if (!isReady) return;
    const { plan } = state;
    const { signal } = ending.current;
    const { imported, since } = progress.current;
    const show = (isPaused: boolean, error?: unknown) =>
      setState({ is: 'importing', plan, done: imported.length, isPaused, error });
    show(false);
    const { left, error } = await importInBatches(
      progress.current.left,
      (devices) => guard.devices.import(devices, { signal }),
      (results) => {
        imported.push(...results);
        if (!signal.aborted) show(false);
      },
    );
    if (signal.aborted) return;
    progress.current.left = left;
    if (left.length > 0) return show(true, error);
    const { existed, ...counts } = countImported(imported, since);
    const before = plan.devices.length - plan.missing.length;
    setState({ is: 'done', plan, counts: { ...counts, existed: existed + before } });
  }

  function reset() {
    ending.current.abort();
    setState({ is: 'choosing' });
  }

  return { state, check, start, reset };
}
