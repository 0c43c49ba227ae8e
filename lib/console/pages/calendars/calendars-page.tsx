import type { ComponentType } from 'preact';
import { dateOf } from '../../../../shared/base/calendar-days.ts';
import type { Calendar, CalendarInput } from '../../../client/index.ts';
import type { PageProps } from '../../components/page-props.ts';
import type { Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import { bodyOf, type ListControlProps } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { common } from '../../texts/common.ts';
import { texts } from './calendars-texts.ts';
import { datesControl, dayText } from './dates-control.tsx';

/** Days on which nothing is expected, such as public holidays. */
export function CalendarsPage(props: PageProps) {
  return <ResourcePage {...props} resource={CALENDARS} />;
}

interface Needed {
  /** The control of the days, which reads the holidays of a country. */
  readonly Dates: ComponentType<ListControlProps>;
}

const CALENDARS: Resource<Calendar, Needed> = {
  texts: { ...texts },
  api: ({ calendars }) => calendars,
  nameOf: ({ name }) => name,
  readNeeded: async ({ guard }) => ({ Dates: datesControl(guard) }),
  columns: ({ now }) => [
    { title: texts.days, isNumber: true, cell: ({ dates }) => dates.length },
    {
      title: texts.next,
      cell: ({ dates }) => {
        const today = dateOf(now);
        const next = dates.find((it) => it >= today);
        return next ? dayText(next) : texts.noNext;
      },
    },
    { title: texts.source, cell: ({ source }) => source },
  ],
  fields: () => [
    { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.CalendarInput.name },
    {
      name: 'dates',
      label: texts.days,
      kind: 'list',
      read: (given) => (Array.isArray(given) ? given.map(String) : []),
      send: (dates) => dates,
      words: dayText,
    },
    {
      name: 'source',
      label: texts.source,
      hint: texts.sourceHint,
      kind: 'text',
      limit: limits.CalendarInput.source,
    },
  ],
  controls: ({ Dates }) => ({ dates: Dates }),
  create: ({ guard, tenantId, fields }, values, idempotencyKey) =>
    guard.calendars.create(bodyOf(fields, values) as CalendarInput, { tenantId, idempotencyKey }),
};
