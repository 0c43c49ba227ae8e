import { expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../shared/webhooks/event-types.ts';
import { documentAt } from '../../docs/documents.ts';
import { documents, PROJECT, withRows } from './project.ts';

// `npx vitest run test/unit/docs/webhooks.test.ts -u` writes the table.
test('The table in docs/webhooks.md lists every event type with its description', async () => {
  const { text } = documentAt('docs/webhooks.md', documents);
  const rows = EVENT_TYPES.map((type) => [`\`${type.name}\``, `${type.text.en}.`]);
  await expect(withRows(text, 'Events', rows)).toMatchFileSnapshot(`${PROJECT}/docs/webhooks.md`);
});
