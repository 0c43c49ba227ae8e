import { useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../hooks/use-console.ts';
import { textOf } from './csv.ts';
import {
  countImported,
  type ImportCounts,
  type Imported,
  importInBatches,
  type Planned,
} from './import-batches.ts';
import type { ImportKind, Placed } from './import-kinds.ts';
import { createAbsent, type ImportPlan, planImport } from './plan-import.ts';

export type ImportState =
  | { readonly is: 'choosing'; readonly error?: unknown }
  | { readonly is: 'checking'; readonly read: number; readonly sites: number }
  | { readonly is: 'checked'; readonly plan: ImportPlan; readonly error?: unknown; readonly isBusy?: boolean }
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
  /** Creates the sites and zones that the file names and that do not exist, and checks the file again. */
  readonly createPlaces: () => Promise<void>;
  /** Starts the import, or continues it. */
  readonly start: () => Promise<void>;
  readonly reset: () => void;
}

/** The import of a file: it is checked as a whole, then sent in batches, and continues after an interruption. */
export function useImport(
  kind: ImportKind,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Import {
  const { guard, tenantId } = useConsole();
  const [state, setState] = useState<ImportState>({ is: 'choosing' });
  const ending = useRef(new AbortController());
  const progress = useRef<{ left: readonly Planned<Placed>[]; imported: Imported[]; since: number }>({
    left: [],
    imported: [],
    since: 0,
  });
  /** The checked text, and the keys with which its places are created. */
  const checked = useRef({ text: '', keys: new Map<string, string>() });
  useEffect(() => () => ending.current.abort(), []);

  async function checkText(read: () => Promise<string>) {
    ending.current.abort();
    ending.current = new AbortController();
    const { signal } = ending.current;
    setState({ is: 'checking', read: 0, sites: 0 });
    try {
      const text = await read();
      const onSite = (read: number, sites: number) => setState({ is: 'checking', read, sites });
      const plan = await planImport(kind, text, { guard, tenantId, signal, onSite });
      if (signal.aborted) return;
      checked.current.text = text;
      progress.current = { left: plan.missing, imported: [], since: now };
      setState({ is: 'checked', plan });
    } catch (error) {
      if (!signal.aborted) setState({ is: 'choosing', error });
    }
  }

  async function check(file: File) {
    checked.current.keys.clear();
    await checkText(async () => textOf(await file.arrayBuffer()));
  }

  async function createPlaces() {
    if (state.is !== 'checked' || state.isBusy) return;
    const { text, keys } = checked.current;
    const { signal } = ending.current;
    const keyOf = (place: string) => {
      const key = keys.get(place) ?? crypto.randomUUID();
      keys.set(place, key);
      return key;
    };
    setState({ ...state, error: undefined, isBusy: true });
    try {
      await createAbsent(state.plan.absent, { guard, tenantId, signal, timeZone }, keyOf);
    } catch (error) {
      if (!signal.aborted) setState({ ...state, error, isBusy: false });
      return;
    }
    if (!signal.aborted) await checkText(async () => text);
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
      kind.batchSize,
      (batch) => kind.send({ guard, tenantId, signal, since, timeZone }, batch),
      (results) => {
        imported.push(...results);
        if (!signal.aborted) show(false);
      },
    );
    if (signal.aborted) return;
    progress.current.left = left;
    if (left.length > 0) return show(true, error);
    const { existed, ...counts } = countImported(imported, since);
    const before = plan.rows.length - plan.missing.length;
    setState({ is: 'done', plan, counts: { ...counts, existed: existed + before } });
  }

  function reset() {
    ending.current.abort();
    setState({ is: 'choosing' });
  }

  return { state, check, createPlaces, start, reset };
}
