import { useMemo } from 'preact/hooks';
import type { Site } from '../../client/index.ts';
import { useConsole } from '../hooks/use-console.ts';
import { optionsByName } from '../state/fields.ts';
import { sitesToChoose } from '../state/premises.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { Combobox } from './combobox.tsx';

interface SiteFilterProps {
  readonly sites: readonly Site[] | undefined;
}

/** Limits what a page shows to one site, or to none. */
export function SiteFilter({ sites }: SiteFilterProps) {
  const {
    screen: { siteId },
    change,
  } = useConsole();
  const options = useMemo(
    () => [{ value: '', label: desk.list.allSites }, ...optionsByName(sitesToChoose(sites, siteId))],
    [sites, siteId],
  );
  return (
    <Combobox
      label={common.site}
      options={options}
      value={siteId ?? ''}
      onChange={(chosen) => change({ siteId: chosen || undefined }, 'in place')}
    />
  );
}
