import { expect, test } from 'vitest';
import { internalFunctions } from '../../../../functions/internal-functions.ts';
import { routes } from '../../../../functions/routes.ts';

test.each([...routes, ...internalFunctions])(
  '$name fails with what is wrong with its settings, not with what follows from it',
  async ({ folder, name }) => {
    const { createHandler } = await import(`../../../../functions/${folder}/${name}.ts`);
    const handler = createHandler(() => {
      throw new Error('Wrong settings: TABLE_NAME');
    });
    await expect(handler({}, {})).rejects.toThrow(/^Wrong settings: TABLE_NAME$/);
  },
);
