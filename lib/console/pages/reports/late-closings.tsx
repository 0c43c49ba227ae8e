import { dayAfter } from '../../../../shared/statistics/zone-days.ts';
import type { LateClosings as Report } from '../../../client/index.ts';
import { ExportButton } from '../../components/export-button.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { dateText } from '../../state/local-time.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './reports-texts.ts';

type Row = Report['rows'][number];

const monthText = (month: string) => dateText(month, { month: 'long', year: 'numeric' });

const CSV = [
  { title: 'month', value: ({ month }: Row) => month },
  { title: 'site_id', value: ({ site_id }: Row) => site_id },
  { title: 'site_name', value: ({ site_name }: Row) => site_name },
  { title: 'late_closings', value: ({ late_closings }: Row) => late_closings },
];

interface LateClosingsProps extends PageProps {
  /** The first and the last day. */
  readonly since: string;
  readonly until: string;
  readonly timeZone: string;
}

/** How often sites were closed late, per month. */
export function LateClosings(props: LateClosingsProps) {
  const { guard, tenantId, screen } = useConsole();
  const { since, until, timeZone } = props;
  const { siteId } = screen;
  const {
    value: report,
    error,
    again,
  } = useRead(
    (signal) => {
      const days = { since, until: dayAfter(until, 1), time_zone: timeZone };
      return guard.statistics.getLateClosings({ ...days, site_id: siteId, tenant_id: tenantId }, { signal });
    },
    [guard, tenantId, since, until, timeZone, siteId],
  );
  const pages = async function* () {
    yield report?.rows ?? [];
  };
  return (
    <Panel
      title={texts.lateClosings}
      actions={
        report && report.rows.length > 0 && <ExportButton name="late-closings" columns={CSV} pages={pages} />
      }
    >
      {!report && <Reading error={error} again={again} />}
      {report &&
        (report.rows.length === 0 ? (
          <p class="muted">{texts.noLateClosings}</p>
        ) : (
          <Table
            caption={texts.lateClosings}
            columns={[
              {
                title: common.site,
                cell: ({ site_id, site_name }: Row) => (
                  <ScreenLink to={{ view: 'sites', itemId: site_id }}>{site_name ?? site_id}</ScreenLink>
                ),
              },
              { title: texts.month, cell: ({ month }: Row) => monthText(month) },
              {
                title: texts.lateClosings,
                isNumber: true,
                cell: ({ late_closings }: Row) => formatNumber(late_closings),
              },
            ]}
            rows={report.rows.map((row) => ({ ...row, id: `${row.month} ${row.site_id}` }))}
          />
        ))}
    </Panel>
  );
}
