import { useEffect, useState } from 'preact/hooks';
import type { Drafts } from '../state/drafts.ts';

/** The current draft of a note for an alert. */
export function useDraft(drafts: Drafts, alertId: string): string {
  const [, redraw] = useState({});
  useEffect(() => drafts.subscribe(() => redraw({})), [drafts]);
  return drafts.of(alertId);
}
