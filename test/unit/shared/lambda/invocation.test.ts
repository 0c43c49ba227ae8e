import { expect, test } from 'vitest';
import { routes } from '../../../../functions/routes.ts';
import { triggers } from '../../../../functions/triggers.ts';

test.each([...routes, ...triggers])(
  '$name fails with what is wrong with its settings, not with what follows from it',
  async ({ folder, name }) => {
    const { createHandler } = await import(`../../../../functions/${folder}/${name}.ts`);
    const handler = createHandler(() => {
      throw new Error('Wrong settings: TABLE_NAME');
    });
    await expect(handler({}, {})).rejects.toThrow(/^Wrong settings: TABLE_NAME$/);
  },
);
