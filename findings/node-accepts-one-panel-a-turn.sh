#!/bin/sh
# A TCP server of Node.js takes one new connection in each turn of its event loop, however many wait.
#
# Node.js 24.21.0 (npm, node; libuv 1.52.1). A turn handles everything that has arrived, so that it is long under load: at 50 ms, a receiver of
# alarm panels takes 20 new connections a second. The other panels are connected as far as they can tell, send their alarm, and wait: their
# connections are in the queue of the listening socket, and delays of the event loop look small. Several servers on the same port, with
# `reusePort` (Linux), take one each. Seen: of 64 panels that waited, one server took 1 in a turn, and 16 servers took at most 16.
#
# Who is surprised: whoever runs a receiver of panels, trackers or meters that connect again all at once, and sees short times for each frame.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . node@24.21.0
cat >panels.mjs <<'JS'
import { connect } from 'node:net';

// 64 panels connect, and wait.
const sockets = Array.from({ length: 64 }, () => connect(Number(process.argv[2]), '127.0.0.1'));
await Promise.all(sockets.map((it) => new Promise((resolve) => it.once('connect', resolve))));
process.stdout.write('connected');
process.stdin.on('end', () => process.exit()).resume();
JS
cat >receiver.mjs <<'JS'
import { spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** The most connections that a number of servers on one port takes in a turn, while 64 wait. */
async function mostInATurn(count) {
  let taken = 0;
  const servers = [];
  let port = 0;
  for (let place = 0; place < count; place += 1) {
    const server = createServer(() => (taken += 1));
    await new Promise((resolve) => server.listen({ port, host: '127.0.0.1', reusePort: count > 1 }, resolve));
    ({ port } = server.address());
    servers.push(server);
  }
  const panels = spawn(process.execPath, ['panels.mjs', String(port)], { stdio: ['pipe', openSync('said', 'w'), 'inherit'] });
  // The receiver is busy until all are connected: the system has answered them.
  const still = new Int32Array(new SharedArrayBuffer(4));
  while (readFileSync('said', 'utf8') === '') Atomics.wait(still, 0, 0, 10);
  let most = 0;
  for (let turns = 0; taken < 64 && turns < 10_000; turns += 1) {
    const before = taken;
    await turn();
    most = Math.max(most, taken - before);
  }
  if (taken !== 64) throw new Error(`only ${taken} of 64 were taken`);
  panels.kill();
  rmSync('said');
  for (const server of servers) server.close();
  return most;
}

const [one, sixteen] = [await mostInATurn(1), await mostInATurn(16)];
console.log(`Node.js ${process.version}, libuv ${process.versions.uv}`);
console.log(`most taken in a turn, of 64 that wait: 1 server ${one}, 16 servers ${sixteen}`);
if (one !== 1) throw new Error('one server takes several connections in a turn now');
if (sixteen <= 1 || sixteen > 16) throw new Error('servers that share a port take another number now');
process.exit();
JS
node_modules/.bin/node receiver.mjs
