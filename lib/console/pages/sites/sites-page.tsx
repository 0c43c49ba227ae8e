import type { PageProps } from '../../parts/page-props.ts';
import { NewSite } from './new-site.tsx';
import { SiteDetails } from './site-details.tsx';
import { SiteList } from './site-list.tsx';

/** Sites, their zones, devices and escalation; tests. */
export function SitesPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewSite {...props} />;
  if (itemId !== undefined) return <SiteDetails key={itemId} {...props} id={itemId} />;
  return <SiteList {...props} />;
}
