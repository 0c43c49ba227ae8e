import { useCallback, useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { CsvColumn } from '../../../../shared/base/csv.ts';
import type { Site } from '../../../client/index.ts';
import { ExportButton } from '../../components/export-button.tsx';
import { Form } from '../../components/form.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { ListView } from '../../components/list-view.tsx';
import { PageLayout, Panel } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { PlaceLine, PlaceMark } from '../../components/place-mark.tsx';
import type { Column } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useList } from '../../hooks/use-list.ts';
import { useUsualZone } from '../../hooks/use-tenant-zone.ts';
import { useWatch } from '../../hooks/use-watch.ts';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { siteStates } from '../../state/place-state.ts';
import { noSitesText } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { SITE_IMPORT } from '../import/import-kinds.ts';
import { ImportPage } from '../import/import-page.tsx';
import { INSTRUCTIONS, SITE_FIELDS } from './site-fields.ts';
import { SitePage } from './site-page.tsx';
import { texts } from './sites-texts.ts';

/** The state of each site; its devices, zones, contacts and time line; tests; CSV import of sites, zones and contacts. */
export function SitesPage(props: PageProps) {
  const { screen } = useConsole();
  const { itemId } = screen;
  if (itemId === 'new') return <NewSite {...props} />;
  if (itemId === 'import') return <ImportPage {...props} kinds={SITE_IMPORT} />;
  if (itemId !== undefined) return <SitePage key={itemId} {...props} id={itemId} />;
  return <SiteList {...props} />;
}

const NEW_SITE = [...SITE_FIELDS, INSTRUCTIONS];

/** Creates a site, and shows it. */
function NewSite(props: PageProps) {
  const { guard, change, tenantId } = useConsole();
  const { title } = props;
  const timezone = useUsualZone();
  async function create(values: Values, idempotencyKey: string) {
    const body = { name: '', ...bodyOf(NEW_SITE, values) };
    const { id } = await guard.sites.create(body, { tenantId, idempotencyKey });
    change({ itemId: id }, 'after saving');
  }
  return (
    <PageLayout title={texts.create} back={<ScreenLink to={{ itemId: undefined }}>{title}</ScreenLink>}>
      <Panel>
        {timezone === undefined ? (
          <p class="empty">{common.reading}</p>
        ) : (
          <Form
            fields={NEW_SITE}
            initial={valuesOf(NEW_SITE, { timezone })}
            action={texts.create}
            onSubmit={create}
            onCancel={() => change({ itemId: undefined })}
            hasFocus
          />
        )}
      </Panel>
    </PageLayout>
  );
}

/** The names of the API, which are the same in every language. */
const EXPORTED: readonly CsvColumn<Site>[] = (
  ['id', 'name', 'address', 'timezone', 'created_at', 'updated_at'] as const
).map((title) => ({ title, value: (site) => site[title] }));

/** The sites within the scope. */
function SiteList({ title, ...followed }: PageProps) {
  const { guard, user, screen, change, tenantId } = useConsole();
  const { alerts, tests, connection, isCapped } = followed;
  const read = (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal });
  async function* pages(signal: AbortSignal) {
    for await (const { data } of read(signal).pages()) yield data;
  }
  const list = useList(read, [guard, tenantId]);
  const mayCreate = isPermitted(user.role, 'sites:create');
  const watch = useCallback(
    (signal: AbortSignal) => guard.devices.watch({ status: 'offline', tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const { snapshot } = useWatch(watch);
  const isKnown = connection !== undefined && snapshot !== undefined && !isCapped && !snapshot.capped;
  const columns = useMemo<readonly Column<Site>[]>(() => {
    const stateOf = siteStates({ alerts, offline: snapshot?.devices ?? [], tests: tests.running });
    return [
      {
        title: common.name,
        cell: ({ id, name }) => <ScreenLink to={{ itemId: id }}>{name}</ScreenLink>,
      },
      {
        title: texts.state,
        cell: ({ id }) => <PlaceMark state={stateOf(id)} isKnown={isKnown} isSite />,
        onPhone: 'beside',
      },
      {
        title: texts.tabs.now,
        cell: ({ id, timezone }) => <PlaceLine state={stateOf(id)} zone={timezone} />,
        onPhone: 'below',
      },
      { title: texts.address, cell: ({ address }) => address, onPhone: 'below' },
    ];
  }, [screen, change, alerts, tests.running, snapshot, isKnown]);
  return (
    <PageLayout
      title={title}
      actions={
        mayCreate && (
          <>
            <ScreenLink class="button" to={{ itemId: 'import' }}>
              {common.import}
            </ScreenLink>
            <ScreenLink class="button primary" to={{ itemId: 'new' }}>
              {texts.create}
            </ScreenLink>
          </>
        )
      }
    >
      <ListView
        caption={title}
        list={list}
        columns={columns}
        searched={({ name, address }) => `${name} ${address ?? ''}`}
        empty={mayCreate ? texts.none : noSitesText(user.role)}
        foot={<ExportButton name="sites" columns={EXPORTED} pages={pages} />}
      />
    </PageLayout>
  );
}
