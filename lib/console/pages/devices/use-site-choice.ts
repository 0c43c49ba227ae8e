import { useState } from 'preact/hooks';
import type { Zone } from '../../../client/index.ts';
import type { FormProps } from '../../components/form.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';

interface SiteChoice extends Required<Pick<FormProps, 'onChange'>> {
  readonly siteId: string | undefined;
  /** The zones of the chosen site; undefined until they are read. */
  readonly zones: readonly Zone[] | undefined;
}

/** The site that is chosen in a form, and its zones. Another site empties the zone. */
export function useSiteChoice(initial: string | undefined): SiteChoice {
  const { guard } = useConsole();
  const [siteId, setSiteId] = useState(initial);
  const zones = useRead(
    async (signal) => (siteId ? guard.zones.listOfSite(siteId, { limit: 100 }, { signal }).all() : []),
    [guard, siteId],
  ).value;
  const onChange: SiteChoice['onChange'] = (values, changed) => {
    if (changed !== 'site_id') return undefined;
    setSiteId(String(values['site_id']) || undefined);
    return { ...values, zone_id: '' };
  };
  return { siteId, zones, onChange };
}
