import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface Process {
  readonly id: number;
  readonly parentId: number;
  readonly kilobytes: number;
}

/** What a process and its descendants take. */
export interface Taken {
  /** The resident memory, in MB. */
  readonly megabytes: number;
  /** The processor time so far, in milliseconds; not a number where the system is not Linux. */
  readonly processorMs: number;
}

export async function takenBy(root: number): Promise<Taken> {
  const tree = treeOf(root, await listProcesses());
  const times = await Promise.all(tree.map(({ id }) => processorMsOf(id)));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    megabytes: Math.round(sum(tree.map(({ kilobytes }) => kilobytes)) / 1_000),
    processorMs: sum(times),
  };
}

async function listProcesses(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [id = 0, parentId = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      return { id, parentId, kilobytes };
    });
}

function treeOf(root: number, all: readonly Process[]): Process[] {
  const children = all.filter(({ parentId }) => parentId === root);
  return [...all.filter(({ id }) => id === root), ...children.flatMap(({ id }) => treeOf(id, all))];
}

const TICK_MS = 10;

/** The time that `/proc/<id>/stat` shows, after the name of the program. */
async function processorMsOf(id: number): Promise<number> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
