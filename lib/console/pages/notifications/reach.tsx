import type {
  AlertSeverity,
  ChannelKind,
  NotificationRulePreview,
  NotificationRulePreviewInput,
  NotificationRulePreviewPerson,
} from '../../../client/index.ts';
import { Panel } from '../../components/page-layout.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { useAsked } from '../../hooks/use-asked.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { problemText } from '../../services/problem.ts';
import { bodyOf, type Field, type Values } from '../../state/fields.ts';
import { reasonText } from '../../state/notified.ts';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { eventNames } from '../../texts/event-names.ts';
import { formatNumber } from '../../texts/language.ts';
import { notifiedTexts } from '../../texts/notified-texts.ts';
import { texts as plans } from '../action-plans/plans-texts.ts';
import { texts } from './notifications-texts.ts';
import { type NeededForRules, recipientName } from './recipients.ts';
import { kindsText } from './rule-fields.ts';

interface ReachProps {
  readonly fields: readonly Field[];
  readonly needed: NeededForRules;
  /** The values of the form. */
  readonly values: Values;
}

/** Shows whom a rule would reach now, as the service decides it when it sends. */
export function Reach({ fields, needed, values }: ReachProps) {
  const { guard, tenantId } = useConsole();
  const draft = draftOf(fields, values);
  const answer = useAsked(
    draft,
    (json: string, signal: AbortSignal) =>
      guard.notificationRules.preview(JSON.parse(json) as NotificationRulePreviewInput, { tenantId, signal }),
    [guard, tenantId],
  );
  return (
    <Panel title={texts.reach}>
      <p>{ruleSentence(values, needed)}</p>
      {draft !== undefined && (
        <>
          <p class="muted">{texts.reachText}</p>
          {!answer && <p class="muted">{common.reading}</p>}
          {answer?.error !== undefined && <p class="problem">{problemText(answer.error)}</p>}
          {answer?.value && (
            <>
              <Preview preview={answer.value} needed={needed} isActive={values['status'] !== 'disabled'} />
              <Warnings warnings={answer.value.warnings} of={JSON.parse(answer.draft)} />
            </>
          )}
        </>
      )}
    </Panel>
  );
}

/** What a rule does, as a sentence. What is not chosen yet is an ellipsis. */
function ruleSentence(values: Values, needed: NeededForRules): string {
  const chosen = (name: string) => (values[name] ?? []) as readonly string[];
  const listed = (words: readonly string[], none = '…') => (words.length > 0 ? words.join(', ') : none);
  const severity = values['min_severity'] as AlertSeverity | '';
  const level = Number(values['min_escalation_level'] || 0);
  const only = [
    ...(severity ? [plans.atLeast(common.severities[severity])] : []),
    ...(level > 0 ? [texts.fromStep(formatNumber(level))] : []),
    ...chosen('types').map(typeLabel),
  ];
  return texts.sentence({
    events: listed(chosen('events').map((it) => eventNames[it] ?? it)),
    only: only.length > 0 ? ` (${only.join(', ')})` : '',
    sites: listed(
      chosen('site_ids').map((id) => needed.sites.find((it) => it.id === id)?.name ?? id),
      texts.anySite,
    ),
    kinds: listed(chosen('channels').map((it) => notifiedTexts.kinds[it as ChannelKind])),
    who: listed(chosen('recipients').map((it) => recipientName(it, needed))),
  });
}

/** The part of a form that decides whom the rule reaches; `undefined` while nobody can be reached by it. */
function draftOf(fields: readonly Field[], values: Values): string | undefined {
  const { name: _, status: __, events, ...draft } = bodyOf(fields, values);
  const isFilled = (list: unknown) => Array.isArray(list) && list.length > 0;
  if (!isFilled(draft['recipients']) || !isFilled(draft['channels'])) return undefined;
  return JSON.stringify(isFilled(events) ? { ...draft, events } : draft);
}

interface PreviewProps {
  readonly preview: NotificationRulePreview;
  readonly needed: NeededForRules;
  readonly isActive: boolean;
}

function Preview({ preview, needed, isActive }: PreviewProps) {
  const { people, gaps, has_more, site_count } = preview;
  const current = people.filter(({ now }) => now);
  const later = people.filter(({ now }) => !now);
  const rows = (its: typeof people) => (
    <ul>
      {its.map((it) => (
        <PersonRow key={it.user_id} person={it} siteCount={site_count} needed={needed} isActive={isActive} />
      ))}
    </ul>
  );
  return (
    <>
      {!isActive && <p class="notice">{texts.isDisabled}</p>}
      {isActive && !current.some((it) => isReached(it, site_count)) && (
        <p class="notice problem">{texts.nobodyNow}</p>
      )}
      {gaps.length > 0 && (
        <ul>
          {gaps.map((id) => (
            <li key={id}>
              <span class="mark mark-bad">{texts.gap(recipientName(`schedule ${id}`, needed))}</span>
            </li>
          ))}
        </ul>
      )}
      {rows(current)}
      {later.length > 0 && (
        <>
          <h3>{texts.later}</h3>
          {rows(later)}
        </>
      )}
      {has_more && <p class="muted">{texts.reachMore}</p>}
    </>
  );
}

interface PersonRowProps extends Pick<PreviewProps, 'needed' | 'isActive'> {
  readonly person: NotificationRulePreviewPerson;
  readonly siteCount: number;
}

function PersonRow({ person, siteCount, needed, isActive }: PersonRowProps) {
  const { user_id, name, channels, sites_missed: missed } = person;
  const isGood = isReached(person, siteCount);
  const reached = channels.filter(({ reason }) => reason === null).map(({ kind }) => kind);
  const shown = name ?? recipientName(`user ${user_id}`, needed);
  return (
    <li>
      <span class={!isGood ? 'mark mark-bad' : isActive && missed === 0 ? 'mark' : 'mark mark-off'}>
        {isGood ? `${shown}: ${kindsText(reached)}` : `${shown}. ${texts.unreachable}`}
      </span>
      {isGood && missed > 0 && <span>{`, ${texts.missed(missed, siteCount)}`}</span>}{' '}
      <span class="muted">{whyNot(person, siteCount)}</span>
    </li>
  );
}

const isReached = ({ channels, sites_missed }: NotificationRulePreviewPerson, siteCount: number) =>
  channels.some(({ reason }) => reason === null) && (siteCount === 0 || sites_missed < siteCount);

/** The reasons of a preview that are about the person, not about a channel. */
const OF_PERSON: ReadonlySet<string> = new Set(['outside_scope', 'user_not_active', 'tenant_not_active']);

/** Why some or all kinds of channels do not reach a person, in words. */
function whyNot({ channels }: NotificationRulePreviewPerson, siteCount: number): string {
  const [about] = channels.flatMap(({ reason }) => (reason && OF_PERSON.has(reason) ? [reason] : []));
  if (about) return `(${about === 'outside_scope' && siteCount !== 1 ? texts.seesNone : reasonText(about)})`;
  const reasons = channels.flatMap(({ kind, reason }) =>
    reason === null ? [] : [`${kindsText([kind])}: ${reasonText(reason)}`],
  );
  return reasons.length > 0 ? `(${reasons.join('; ')})` : '';
}
