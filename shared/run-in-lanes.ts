/** Does something with each of a list, so many at a time; the results are in the order of the list. */
export async function runInLanes<T, R>(
  items: readonly T[],
  lanes: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const lane = async () => {
    for (const [place, item] of waiting) results[place] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  return results;
}
