import { Info } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { daysOfZone } from '../../../../shared/statistics/zone-days.ts';
import type { ResponseSummary, SitesOverview } from '../../../client/index.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ScreenLink } from '../../components/link.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { NO_FILTER, type Screen } from '../../state/screen.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import { shareText, waitedText } from './overview-state.ts';
import { texts } from './overview-texts.ts';
import { useSeconds } from './overview-times.ts';

export interface OverviewProps extends PageProps {
  readonly overview: SitesOverview;
}

const ALERTS = { ...NO_FILTER, view: 'alerts', itemId: undefined } as const;

/** The numbers that matter, each a link to what it counts. */
export function Numbers(props: OverviewProps) {
  const { overview, now } = props;
  const { alerts, devices, tests, response } = overview;
  const today = response ? daysOfZone(response.time_zone).at(now) : undefined;
  const count = (number: number, isCapped: boolean) =>
    isCapped ? texts.atLeast(formatNumber(number)) : formatNumber(number);
  const [onlyTest] = tests.length === 1 ? tests : [];
  return (
    <section aria-label={texts.numbers}>
      <ul class="figures">
        <Figure
          {...props}
          label={texts.critical}
          to={{ ...ALERTS, status: 'active', severities: ['critical'] }}
          tone={alerts.active_critical > 0 ? 'bad' : 'good'}
          value={count(alerts.active_critical, alerts.capped)}
          note={texts.notAcknowledged}
        />
        <LongestWaiting {...props} />
        <Figure
          {...props}
          label={texts.silentDevices}
          to={{ view: 'devices', itemId: undefined, siteId: undefined }}
          tone={devices.silent > 0 ? 'bad' : 'good'}
          value={count(devices.silent, devices.capped)}
          note={devices.never_heard > 0 && texts.neverHeard(formatNumber(devices.never_heard))}
        />
        <Figure
          {...props}
          label={texts.onTest}
          to={onlyTest ? { view: 'sites', itemId: onlyTest.site_id } : { view: 'sites', itemId: undefined }}
          value={formatNumber(tests.length)}
          note={onlyTest?.site_name}
        />
        {response && (
          <>
            <Share
              {...props}
              label={texts.responseToday}
              numbers={response.today}
              to={{ view: 'reports', itemId: undefined, siteId: undefined, since: today, until: today }}
            />
            <Share
              {...props}
              label={texts.responseMonth}
              numbers={response.last_30_days}
              to={{
                view: 'reports',
                itemId: undefined,
                siteId: undefined,
                since: undefined,
                until: undefined,
              }}
              action={<HowCounted {...props} response={response} />}
            />
          </>
        )}
      </ul>
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly to: Partial<Screen>;
  readonly tone?: 'good' | 'bad' | undefined;
  readonly action?: ComponentChildren;
}

function Figure({ label, value, note, to, tone, action }: FigureProps) {
  return (
    <li class={tone ? `figure figure-${tone}` : 'figure'}>
      <ScreenLink to={to} class="figure-link">
        <span class="figure-label">{label}</span>
        <strong class="figure-value">{value}</strong>
        <span class="figure-note">{note}</span>
      </ScreenLink>
      {action}
    </li>
  );
}

/** The alert that nobody has acknowledged for the longest time. */
function LongestWaiting({ overview, now, ...props }: OverviewProps) {
  const { longest_waiting: waiting } = overview.alerts;
  const second = useSeconds(now);
  return (
    <Figure
      {...props}
      label={texts.longest}
      to={waiting ? { ...ALERTS, alertId: waiting.alert_id } : { ...ALERTS, status: 'active' }}
      tone={waiting ? 'bad' : 'good'}
      value={
        waiting ? (
          <time dateTime={waiting.created_at}>{waitedText(waiting.created_at, second, common.dayUnit)}</time>
        ) : (
          '–'
        )
      }
      note={waiting ? waiting.site_name : texts.nobodyWaits}
    />
  );
}

function Share({
  numbers,
  ...props
}: Omit<FigureProps, 'value' | 'note'> & { readonly numbers: ResponseSummary }) {
  const { alerts, within_90_seconds: soon } = numbers;
  return (
    <Figure
      {...props}
      value={shareText(numbers)}
      note={alerts === 0 ? texts.noAlerts : texts.ofAlerts(formatNumber(soon), formatNumber(alerts))}
    />
  );
}

interface HowCountedProps {
  readonly response: NonNullable<SitesOverview['response']>;
}

const ROWS = [
  ['answered', 'within_90_seconds'],
  ['all', 'alerts'],
  ['unanswered', 'unanswered'],
] as const;
const APART = [
  ['tests', 'on_test'],
  ['machine', 'machine_resolved'],
] as const;

/** The definition of the shares, with all of their numbers. */
function HowCounted({ response }: HowCountedProps) {
  const [isOpen, setOpen] = useState(false);
  const row = ([name, number]: (typeof ROWS)[number] | (typeof APART)[number]) => (
    <tr key={name}>
      <th scope="row">{texts[name]}</th>
      <td class="number">{formatNumber(response.today[number])}</td>
      <td class="number">{formatNumber(response.last_30_days[number])}</td>
    </tr>
  );
  return (
    <>
      <button
        type="button"
        class="quiet how-counted"
        aria-label={texts.howCounted}
        title={texts.howCounted}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Info aria-hidden="true" />
      </button>
      {isOpen && (
        <Dialog title={texts.howCounted} class="part-dialog counted" onClose={() => setOpen(false)}>
          {(close) => (
            <>
              {texts.counting.map((text) => (
                <p key={text}>{text}</p>
              ))}
              <p>{texts.daysOf(response.time_zone)}</p>
              <table>
                <thead>
                  <tr>
                    <td />
                    <th scope="col">{texts.today}</th>
                    <th scope="col">{texts.month}</th>
                  </tr>
                </thead>
                <tbody>{ROWS.map(row)}</tbody>
                <tbody>
                  <tr>
                    <th scope="rowgroup" colSpan={3} class="muted">
                      {texts.apart}
                    </th>
                  </tr>
                  {APART.map(row)}
                </tbody>
              </table>
              <div class="buttons">
                <ScreenLink to={{ view: 'reports', itemId: undefined }} class="button">
                  {texts.toReports}
                </ScreenLink>
                <button type="button" onClick={close}>
                  {common.close}
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
