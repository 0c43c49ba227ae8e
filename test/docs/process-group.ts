/** Sends a signal to a process and all that it started in its group, or asks with 0 whether anybody is left there. */
export function signalGroup(leader: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return leader !== undefined && process.kill(-leader, signal);
  } catch {
    return false; // nobody is left
  }
}
