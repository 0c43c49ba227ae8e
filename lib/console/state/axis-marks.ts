/** The numbers at an axis that begins with 0, from its end down: the least round number that is not smaller, and its half. */
export function axisMarks(most: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(most));
  const end = ([1, 2, 5].find((it) => it * power >= most) ?? 10) * power;
  return end % 2 === 0 ? [end, end / 2, 0] : [end, 0];
}
