/** Calls `run` for each item, with at most `lanes` calls at a time. The results have the order of the items. */
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
