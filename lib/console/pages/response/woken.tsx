import { useId, useMemo, useState } from 'preact/hooks';
import type {
  AlertSeverity,
  ResponsePreview,
  ResponsePreviewInput,
  ResponsePreviewPerson,
  ResponsePreviewStep,
  Schedule,
  Site,
} from '../../../client/index.ts';
import { Combobox } from '../../components/combobox.tsx';
import { useAsked } from '../../hooks/use-asked.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { problemText } from '../../services/problem.ts';
import { readSites } from '../../services/read-sites.ts';
import { optionsByName } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { reasonText } from '../../state/notified.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { severityLabel, typeLabel, typeNamed, typeNames } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import { notifiedTexts } from '../../texts/notified-texts.ts';
import { kindsText } from '../notifications/rule-fields.ts';
import { clockIn, instantIn, momentIn } from '../on-call/zone-times.ts';
import { texts } from './response-texts.ts';

/** An alert that might be raised. */
export interface Question {
  readonly site: Site | undefined;
  /** Its type as a person names it. */
  readonly typed: string;
  readonly severity: AlertSeverity;
  /** The hour at the site, as typed; empty for now. */
  readonly at: string;
}

/** What the answers need besides: the sites to choose from, and the names of schedules. */
interface Known {
  readonly sites: readonly Site[];
  readonly schedules: readonly Schedule[];
}

/** A question that a person changes, with what is known for it. */
export function useQuestion() {
  const { guard, tenantId } = useConsole();
  const {
    value: known,
    error,
    again,
  } = useRead(
    async (signal): Promise<Known> => {
      const [sites, schedules] = await Promise.all([
        readSites({ guard, tenantId }, signal),
        guard.schedules.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
      ]);
      return { sites, schedules };
    },
    [guard, tenantId],
  );
  const [asked, setAsked] = useState<Partial<Question>>({});
  const question = useMemo<Question>(
    () => ({
      typed: typeLabel('panic'),
      severity: 'critical',
      at: '',
      site: known?.sites[0],
      ...asked,
    }),
    [known, asked],
  );
  return {
    known,
    error,
    again,
    question,
    change: (changes: Partial<Question>) => setAsked({ ...asked, ...changes }),
  };
}

export type Asking = ReturnType<typeof useQuestion>;

/** The controls with which a person asks who is woken. */
export function QuestionControls({ known, question, change }: Asking) {
  const id = useId();
  const sites = useMemo(() => optionsByName(known?.sites ?? []), [known]);
  const { site, typed, severity, at } = question;
  return (
    <div class="question">
      <div>
        <label for={`${id}-site`}>{texts.site}</label>
        <Combobox
          id={`${id}-site`}
          options={sites}
          value={site?.id ?? ''}
          onChange={(chosen) => change({ site: known?.sites.find((it) => it.id === chosen) })}
        />
      </div>
      <label>
        {texts.type}
        <input
          list={id}
          autocomplete="off"
          maxLength={limits.ResponsePreviewInput.type.most}
          value={typed}
          onInput={({ currentTarget: { value } }) => change({ typed: value })}
        />
        <datalist id={id}>
          {typeNames('alert').map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
      </label>
      <label>
        {texts.severity}
        <select
          value={severity}
          onChange={({ currentTarget: { value } }) => change({ severity: value as AlertSeverity })}
        >
          {SEVERITIES.map((it) => (
            <option key={it} value={it}>
              {severityLabel(it)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.hour}
        <input
          type="datetime-local"
          value={at}
          onInput={({ currentTarget: { value } }) => change({ at: value })}
        />
      </label>
    </div>
  );
}

interface WokenProps {
  readonly asking: Asking;
  /** What is edited and not saved yet. */
  readonly draft?: Pick<ResponsePreviewInput, 'rule' | 'schedule' | 'escalation'>;
}

/** Says step by step who would be woken, as the service decides it when it sends. */
export function Woken({ asking, draft }: WokenProps) {
  const { guard } = useConsole();
  const { known, question } = asking;
  const { site, typed, severity, at } = question;
  const type = typeNamed('alert', typed);
  const input =
    site && type !== ''
      ? {
          site_id: site.id,
          type,
          severity,
          ...(at === '' ? {} : { at: instantIn(site.timezone, at) }),
          ...draft,
        }
      : undefined;
  const answer = useAsked(
    input && JSON.stringify(input),
    (json: string, signal: AbortSignal) =>
      guard.response.preview(JSON.parse(json) as ResponsePreviewInput, { signal }),
    [guard],
  );
  return (
    <div aria-live="polite">
      {input && !answer && <p class="muted">{common.reading}</p>}
      {answer?.error !== undefined && <p class="problem">{problemText(answer.error)}</p>}
      {known && site && answer?.value && <Steps preview={answer.value} known={known} site={site} />}
    </div>
  );
}

interface StepsProps {
  readonly preview: ResponsePreview;
  readonly known: Known;
  readonly site: Site;
}

const isReached = ({ channels }: Pick<ResponsePreviewPerson, 'channels'>) =>
  channels.some(({ reason }) => reason === null);

function Steps({ preview, known, site }: StepsProps) {
  const { steps, test_id, has_more, at } = preview;
  const nobody = steps.every(({ people }) => !people.some(isReached));
  return (
    <>
      <p class="muted">{texts.localTime(momentIn(site.timezone, at), site.timezone)}</p>
      {test_id !== null && <p class="notice">{texts.onTest}</p>}
      {test_id === null && nobody && <p class="notice problem">{texts.nobodyAtAll}</p>}
      <ol class="woken">
        {steps.map((step) => (
          <Step key={step.level} step={step} known={known} zone={site.timezone} />
        ))}
      </ol>
      {steps.length === 1 && test_id === null && <p class="muted">{texts.noEscalation}</p>}
      {has_more && <p class="muted">{texts.more}</p>}
    </>
  );
}

interface StepProps extends Pick<StepsProps, 'known'> {
  readonly step: ResponsePreviewStep;
  readonly zone: string;
}

function Step({ step, known, zone }: StepProps) {
  const { level, at, after_minutes, rules, people, gaps } = step;
  const scheduleName = (id: string) => known.schedules.find((it) => it.id === id)?.name ?? texts.deleted;
  const isNobody = !people.some(isReached);
  return (
    <li class={isNobody ? 'woken-nobody' : undefined}>
      <p>
        <strong>{level === 0 ? texts.atOnce : texts.after(formatNumber(after_minutes))}</strong>{' '}
        <span class="muted">{clockIn(zone, Date.parse(at))}</span>
      </p>
      <ul>
        {gaps.map((id) => (
          <li key={id}>
            <span class="mark mark-bad">{texts.gap(scheduleName(id))}</span>
          </li>
        ))}
        {people.map((person) => (
          <PersonLine
            key={person.user_id}
            person={person}
            duty={person.schedule_id === null ? undefined : scheduleName(person.schedule_id)}
          />
        ))}
        {isNobody && people.length + gaps.length === 0 && (
          <li>
            <span class="mark mark-bad">{rules.length === 0 ? texts.noRule : texts.nobody}</span>
          </li>
        )}
      </ul>
      {rules.length > 0 && <p class="muted">{texts.byRules(rules.map(({ name }) => name).join(', '))}</p>}
    </li>
  );
}

interface PersonLineProps {
  readonly person: ResponsePreviewPerson;
  /** The name of the schedule in which the person is on call. */
  readonly duty: string | undefined;
}

function PersonLine({ person, duty }: PersonLineProps) {
  const { name, channels } = person;
  const reached = channels.flatMap(({ kind, reason }) => (reason === null ? [kind] : []));
  const shown = name ?? texts.deleted;
  const missed = channels.flatMap(({ kind, reason }) =>
    reason === null ? [] : [`${kindsText([kind])}: ${reasonText(reason)}`],
  );
  return (
    <li>
      <span class={reached.length > 0 ? 'mark' : 'mark mark-bad'}>
        {reached.length > 0 ? `${shown}: ${kindsText(reached)}` : texts.notReached(shown)}
      </span>{' '}
      <span class="muted">
        {[...(duty === undefined ? [] : [`${notifiedTexts.onCall}: ${duty}`]), ...missed].join('; ')}
      </span>
    </li>
  );
}
