import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `
  require('node:http')
    .createServer((request, response) => request.resume().on('end', () => response.end()))
    .listen(0, 'localhost', function () { console.log(this.address().port); });`;

export interface Sink {
  readonly url: string;
  end(): void;
}

/**
 * Takes whatever functions post, to clients and to webhooks, in a process of its own: its processor time is that of API Gateway or of
 * a receiver.
 */
export async function startSink(): Promise<Sink> {
  const child = spawn(process.execPath, ['--eval', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { url: `http://localhost:${Number(port)}`, end: () => void child.kill() };
}
