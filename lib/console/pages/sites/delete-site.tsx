import type { Device, Site, Zone } from '../../../client/index.ts';
import type { List } from '../../hooks/use-list.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { common } from '../../texts/common.ts';
import { texts } from './sites-texts.ts';

interface DeleteSiteProps extends PageProps {
  readonly site: Site;
  readonly zones: List<Zone>;
  readonly devices: List<Device>;
}

/** Deletes a site, or says what must be deleted before. */
export function DeleteSite({ guard, change, site, zones, devices }: DeleteSiteProps) {
  if ([zones, devices].some(({ items = [] }) => items.length > 0)) {
    return (
      <ConfirmButton
        label={common.delete}
        title={texts.notEmpty(site.name)}
        text={texts.notEmptyText}
        action={common.delete}
      />
    );
  }
  return (
    <ConfirmButton
      label={common.delete}
      title={texts.deleteTitle(site.name)}
      text={texts.deleteText}
      action={common.delete}
      onConfirm={async () => {
        await guard.sites.delete(site.id);
        change({ itemId: undefined }, 'after saving');
      }}
    />
  );
}
