import * as z from 'zod/mini';
import { alertSeverityField, alertTypeField } from '../alerts/alert.ts';
import { stringOf } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';

/** How many words a list of a mapping has at most, and how long they and the paths may be. */
const MOST_WORDS = 20;
const LONGEST_WORD = 100;

const pathField = withMeta(stringOf(1, LONGEST_WORD), {
  description:
    'Where the value is: the names of fields with dots between them, such as `data.sensor.state`; of a list the number, such as `alerts.0.status`. Of XML, the names of elements from the root on; of a form or a query, the name of the parameter; `topic` is the topic.',
  examples: ['data.state'],
});

const wordsField = z.array(stringOf(1, LONGEST_WORD)).check(z.maxLength(MOST_WORDS));

/**
 * What the fields of a system mean that has no format of its own. Every part is optional, because for other formats the type and
 * the severity alone say what a wired contact is.
 */
export const mappingSchema = withMeta(
  z.strictObject({
    items: withMeta(z.optional(pathField), {
      description:
        'Where the list is, if one message has several events. Other paths begin inside its items.',
    }),
    state: withMeta(z.optional(pathField), { description: 'The field that says whether it is an alarm.' }),
    alarm_values: withMeta(z.optional(wordsField), {
      description:
        'The values of `state` that mean an alarm, in any case. Without them, words such as `on`, `true` and `alarm`.',
      examples: [['on', 'triggered']],
    }),
    restore_values: withMeta(z.optional(wordsField), {
      description: 'The values that mean its end. Without them, words such as `off`, `false` and `ok`.',
      examples: [['off']],
    }),
    ignored_values: withMeta(z.optional(wordsField), {
      description: 'The values that are a sign of life and nothing else, such as `heartbeat`.',
      examples: [['heartbeat']],
    }),
    thing: withMeta(z.optional(pathField), {
      description: 'The field that names the sensor or event, so that its end finds its alarm.',
      examples: ['sensor.id'],
    }),
    occurrence: withMeta(z.optional(pathField), {
      description:
        'The field that differs for each new alarm of the same thing, such as its time of beginning.',
    }),
    type: withMeta(z.optional(alertTypeField), { description: 'The type of its alerts.' }),
    type_path: withMeta(z.optional(pathField), {
      description: 'The field with the type, which wins over `type`.',
    }),
    severity: withMeta(z.optional(alertSeverityField), { description: 'The severity of its alerts.' }),
    severity_path: withMeta(z.optional(pathField), { description: 'The field with the severity.' }),
    message: withMeta(z.optional(pathField), { description: 'The field with the text of the alert.' }),
    time: withMeta(z.optional(pathField), { description: 'The field with the time of the event.' }),
  }),
  {
    id: 'InboundMapping',
    description: 'What the fields of a message mean: paths into it, and values.',
    examples: [
      {
        state: 'data.state',
        alarm_values: ['open'],
        restore_values: ['closed'],
        thing: 'data.sensor',
        type: 'intrusion',
        message: 'data.text',
      },
    ],
  },
);

export type Mapping = z.infer<typeof mappingSchema>;
