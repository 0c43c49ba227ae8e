import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Alert, Resolution } from '../../client/index.ts';
import { Dialog } from '../components/dialog.tsx';
import { Severity } from '../components/severity.tsx';
import { type Actions, type Asked, draftOf } from '../hooks/use-actions.ts';
import { useDraft } from '../hooks/use-draft.ts';
import { linesOf } from '../services/action-report.ts';
import { OPENING_HOLD_MS } from '../state/action-hold.ts';
import { countsOf, missingSteps, worthRetrying } from '../state/batches.ts';
import * as limits from '../state/limits.ts';
import { RESOLUTION_LABELS } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';
import { TenantName } from './tenant-name.tsx';

interface ActionDialogProps {
  readonly asked: Asked;
  readonly actions: Actions;
  /** The open alerts as they are now. */
  readonly open: readonly Alert[];
}

/**
 * Says what an action will do, asks for the outcome and a note, and acts. What fails stays in the dialog: alerts with incomplete
 * plans are resolved for one reason, and others are tried again with the severities that the dialog shows now. Escape changes
 * nothing.
 */
export function ActionDialog({ asked, actions, open }: ActionDialogProps) {
  const { action, alerts, tried, unopened = 0 } = asked;
  const { isHeld, hold, drafts, report, attempt, stopAsking } = actions;
  const draft = draftOf(alerts);
  const note = useDraft(drafts, draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosen, choose] = useState<Resolution>();
  useLayoutEffect(() => {
    hold(OPENING_HOLD_MS);
    if (tried) field.current?.focus();
  }, [hold, tried]);

  const { ids: incomplete, steps } = missingSteps(tried?.failures ?? []);
  const retried = worthRetrying(tried?.failures ?? []);
  const left = tried
    ? latestOf(alerts, open).filter(({ id }) => incomplete.has(id) || retried.has(id))
    : alerts;
  const others = tried?.failures.filter(({ id }) => !incomplete.has(id)) ?? [];
  const isOne = alerts.length === 1;
  const resolution = tried?.resolution ?? chosen;
  const tryOthers = () => attempt(asked, { alerts: left.filter(({ id }) => retried.has(id)), resolution });

  function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (incomplete.size > 0 && note.trim() === '') return;
    if (!tried) void attempt(asked, { resolution });
    else if (incomplete.size === 0) void tryOthers();
    else
      void attempt(asked, {
        alerts: left.filter(({ id }) => incomplete.has(id)),
        resolution,
        override_plan: true,
      });
  }

  return (
    <Dialog title={titleOf(asked, incomplete.size)} class="action-dialog" onClose={stopAsking}>
      {(close) => (
        <form onSubmit={submit}>
          <TenantName />
          {isOne ? <p class="message">{alerts[0]?.message}</p> : left.length > 0 && <Counts alerts={left} />}
          {!tried && unopened > 0 && <p class="problem">{desk.batch.unopened(unopened)}</p>}
          {incomplete.size > 0 && (
            <>
              <p>{isOne ? desk.batch.stepsOfOne : desk.batch.stepsOfSome(incomplete.size, alerts.length)}</p>
              <ul>
                {steps.map(({ text, count }) => (
                  <li key={text}>{isOne ? text : `${text} (${desk.reports.alerts(count)})`}</li>
                ))}
              </ul>
            </>
          )}
          {others.length > 0 && (
            <div role="alert">
              {incomplete.size > 0 && <p>{desk.batch.failed}</p>}
              <ul class="problem">
                {linesOf(alerts, others).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          )}
          {action === 'resolve' && !tried && <Outcomes isHeld={isHeld} onChoose={choose} />}
          {(left.length > 0 || incomplete.size > 0) && (
            <label>
              {incomplete.size > 0 ? desk.batch.reason : desk.batch.note}
              <textarea
                ref={field}
                name="note"
                rows={2}
                required={incomplete.size > 0}
                maxLength={limits.ResolveInput.note.most}
                value={note}
                onInput={({ currentTarget: { value } }) => drafts.change(draft, value)}
              />
            </label>
          )}
          <p role="status">{report?.is === 'running' && report.text}</p>
          <div class="buttons">
            {left.length > 0 && (
              <ActionButton
                type="submit"
                class={incomplete.size > 0 ? 'danger' : 'primary'}
                autofocus={action === 'acknowledge'}
                isHeld={isHeld}
              >
                {submitText(asked, incomplete.size, left.length)}
              </ActionButton>
            )}
            {incomplete.size > 0 && retried.size > 0 && (
              <ActionButton isHeld={isHeld} onPress={tryOthers}>
                {desk.batch.again(retried.size)}
              </ActionButton>
            )}
            <button type="button" onClick={close}>
              {left.length > 0 ? common.cancel : common.close}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function titleOf({ action, alerts, tried }: Asked, incomplete: number): string {
  if (incomplete > 0) return desk.batch.withoutSteps;
  if (tried) return desk.batch.notAll;
  if (action === 'acknowledge') return desk.batch.acknowledgeThese(alerts.length);
  return alerts.length === 1 ? desk.actions.whatWasIt : desk.actions.whatWere(alerts.length);
}

function submitText({ action, alerts, tried }: Asked, incomplete: number, left: number): string {
  if (incomplete > 0) {
    return alerts.length === 1 ? desk.batch.override : desk.batch.overrideSome(incomplete);
  }
  if (tried) return desk.batch.again(left);
  if (action === 'acknowledge') return desk.batch.acknowledgeMany(alerts.length);
  return alerts.length === 1 ? desk.actions.resolve : desk.actions.resolveMany(alerts.length);
}

/** The alerts in the versions that the screen shows now. */
function latestOf(alerts: readonly Alert[], open: readonly Alert[]): Alert[] {
  const byId = new Map(open.map((alert) => [alert.id, alert]));
  return alerts.map((alert) => byId.get(alert.id) ?? alert);
}

/** The maximum number of named sites: the buttons must stay on the screen. */
const MOST_SITES = 5;

/** How many alerts of each severity and of each site the action is about. */
function Counts({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { severities, sites } = countsOf(alerts);
  const more = sites.length - MOST_SITES;
  return (
    <div class="counts">
      <ul>
        {severities.map(([severity, count]) => (
          <li key={severity}>
            <Severity severity={severity} /> {count}
          </li>
        ))}
      </ul>
      <p>
        {[
          ...sites.slice(0, MOST_SITES).map(([name, count]) => `${name ?? desk.list.unknownSite} (${count})`),
          ...(more > 0 ? [desk.batch.moreSites(more)] : []),
        ].join(', ')}
      </p>
    </div>
  );
}

interface OutcomesProps {
  readonly isHeld: boolean;
  readonly onChoose: (resolution: Resolution) => void;
}

function Outcomes({ isHeld, onChoose }: OutcomesProps) {
  return (
    <fieldset>
      <legend class="unseen">{desk.detail.outcome}</legend>
      {(Object.keys(RESOLUTION_LABELS) as Resolution[]).map((it) => (
        <label key={it} class="choice">
          <input
            type="radio"
            name="outcome"
            value={it}
            required
            aria-disabled={isHeld}
            onClick={(event) => {
              // The second half of a double click chooses nothing.
              if (isHeld && event.detail > 0) event.preventDefault();
            }}
            onChange={() => onChoose(it)}
          />
          {RESOLUTION_LABELS[it]}
        </label>
      ))}
    </fieldset>
  );
}
