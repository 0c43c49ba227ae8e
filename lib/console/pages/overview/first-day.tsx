import { useEffect, useState } from 'preact/hooks';
import type { GuardClient } from '../../../client/index.ts';
import { ScreenLink } from '../../components/link.tsx';
import { Panel } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { isMailOn } from '../../services/mail.ts';
import { Preferences } from '../../services/preferences.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import { type Equipment, firstDaySteps, isFirstDayOver, isHeard } from './first-day-steps.ts';
import { texts } from './first-day-texts.ts';

/** The master's way from nothing to a drill. It disappears when all is done, or when the master dismisses it. */
export function FirstDay() {
  const { user } = useConsole();
  const [preferences] = useState(() => new Preferences(() => localStorage, baseUrlOf(location.href)));
  const name = `first-day ${user.tenant_id}`;
  const [isWanted, setWanted] = useState(() => preferences.isOn(name, true));
  if (user.role !== 'tenant_master' || !isWanted) return null;
  const dismiss = () => {
    preferences.set(name, false);
    setWanted(false);
  };
  return <Steps onEnd={dismiss} />;
}

function Steps({ onEnd }: { readonly onEnd: () => void }) {
  const { guard, user } = useConsole();
  const { value } = useRead((signal) => readEquipment(guard, user.id, signal), [guard, user.id]);
  const steps = value && firstDaySteps(value);
  const isOver = steps !== undefined && isFirstDayOver(steps);
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  // Without an answer there is nothing to say: the page says what fails.
  if (!steps || isOver) return null;
  const next = steps.find(({ isDone, isOptional }) => !isDone && !isOptional);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title={texts.title(formatNumber(done), formatNumber(steps.length))}
      actions={
        <button type="button" class="quiet" onClick={onEnd}>
          {texts.dismiss}
        </button>
      }
    >
      <ol class="first-day">
        {steps.map(({ name, isDone, to, fromFile }) => (
          <li key={name} class={isDone ? 'first-day-done' : undefined}>
            <span class={isDone ? 'mark' : 'mark mark-off'}>
              {texts.steps[name].title}
              <span class="unseen"> – {isDone ? texts.done : texts.open}</span>
            </span>
            {!isDone && (
              <>
                <span class="muted">{texts.steps[name].text}</span>
                <span class="buttons">
                  {fromFile && (name !== 'people' || isMailOn) && (
                    <ScreenLink to={fromFile} class="button">
                      {common.import}
                      <span class="unseen"> {texts.steps[name].title}</span>
                    </ScreenLink>
                  )}
                  {to && (
                    <ScreenLink to={to} class={name === next?.name ? 'button primary' : 'button'}>
                      {texts.steps[name].action}
                    </ScreenLink>
                  )}
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The number of sites of which the zones are looked for, and of devices that are read one by one. */
const SOME = 3;

async function readEquipment(guard: GuardClient, userId: string, signal: AbortSignal): Promise<Equipment> {
  const options = { signal };
  const [sites, devices, users, rules] = await Promise.all([
    guard.sites.list({ limit: SOME }, options).page(),
    guard.devices.list({ limit: 100 }, options).page(),
    guard.users.list({ limit: 2 }, options).page(),
    guard.notificationRules.list({ limit: 1 }, options).page(),
  ]);
  const [site] = sites.data;
  // A list does not say when an unwatched device was heard.
  const read = devices.data.some(isHeard)
    ? []
    : await Promise.all(devices.data.slice(0, SOME).map(({ id }) => guard.devices.get(id, options)));
  // Without a rule, nobody is woken, and there was no drill worth its name: two requests of the few a minute less.
  const hasRules = rules.data.length > 0;
  const [preview, drills, ...zones] = await Promise.all([
    site &&
      hasRules &&
      guard.response.preview({ site_id: site.id, type: 'intrusion', severity: 'critical' }, options),
    hasRules && guard.response.listDrills(options),
    ...sites.data.map(({ id }) => guard.zones.listOfSite(id, { limit: 1 }, options).page()),
  ]);
  return {
    sites: sites.data,
    hasZones: zones.some(({ data }) => data.length > 0),
    devices: [...read, ...devices.data.slice(read.length)],
    hasOthers: users.data.some(({ id }) => id !== userId),
    hasRules,
    preview: preview || undefined,
    hasDrills: drills !== false && drills.data.length > 0,
  };
}
