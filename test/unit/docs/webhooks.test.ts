import { expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../shared/webhooks/event-types.ts';
import { documentAt } from '../../docs/documents.ts';
import { documents, tableUnder } from './project.ts';

test('The table of events in docs/webhooks.md has every event type with its text', () => {
  const { text } = documentAt('docs/webhooks.md', documents);
  expect(tableUnder('Events', text)).toEqual(EVENT_TYPES.map((type) => [type.name, type.text]));
});
