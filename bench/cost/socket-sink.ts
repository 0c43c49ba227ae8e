import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SOCKETS_ENDPOINT_VARIABLE } from '../../shared/lambda/trigger.ts';

const PROGRAM = `
  require('node:http')
    .createServer((request, response) => request.resume().on('end', () => response.end()))
    .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/**
 * Has what functions post to connections taken, in a process of its own: its processor time is API Gateway's. Resolves to
 * what ends it.
 */
export async function startSocketSink(environment: NodeJS.ProcessEnv): Promise<() => void> {
  const child = spawn(process.execPath, ['--eval', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  environment[SOCKETS_ENDPOINT_VARIABLE] = `http://127.0.0.1:${Number(port)}`;
  return () => void child.kill();
}
