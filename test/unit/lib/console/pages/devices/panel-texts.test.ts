import { expect, test } from 'vitest';
import { texts } from '../../../../../../lib/console/pages/devices/panel-texts.ts';
import { FRAME_REASONS } from '../../../../../../shared/panels/receive-frame.ts';

test('The console has words for every reason with which a frame of a panel is recorded', () => {
  expect(Object.keys(texts.reasons).toSorted()).toEqual(FRAME_REASONS.toSorted());
});
