import { test } from 'vitest';
import { EVENT_TYPES } from '../../../shared/webhooks/event-types.ts';
import { documentAt } from '../../docs/documents.ts';
import { documents, expectWritten, withRows } from './project.ts';

test('The table in docs/webhooks.md lists every event type with its description', async () => {
  const { text } = documentAt('docs/webhooks.md', documents);
  const rows = EVENT_TYPES.map((type) => [`\`${type.name}\``, `${type.text.en}.`]);
  await expectWritten('docs/webhooks.md', withRows(text, 'Events', rows));
});
