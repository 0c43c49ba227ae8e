import { expect, test } from 'vitest';
import { ruleOnShape } from '../../../../shared/reports/unknown-shapes.ts';

/** The rulings on shapes that arrive at these seconds. */
function rulings(sent: readonly (readonly [shape: string, at: number])[]): string {
  let shapes = {};
  return sent
    .map(([shape, at]) => {
      const ruling = ruleOnShape(shapes, shape, at);
      if (ruling.kind === 'own') shapes = ruling.shapes;
      return ruling.kind === 'runaway' ? `${shape}!` : shape;
    })
    .join(' ');
}

test('The sixth shape of an hour and further ones have one alert together, and the first five keep theirs', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((shape, place) => [shape, place] as const);
  expect(rulings([...six, ['g', 7], ['a', 8], ['f', 9]])).toBe('a b c d e f! g! a f!');
});

test('An hour after a shape was first seen, another one has its place', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((shape, place) => [shape, place * 60] as const);
  expect(rulings([...five, ['f', 3_599], ['f', 3_600], ['a', 3_601]])).toBe('a b c d e f! f a!');
});
