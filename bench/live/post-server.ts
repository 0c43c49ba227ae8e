import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Accepts every post, as API Gateway does, in its own thread. */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(200, { 'Content-Length': '0' }).end());
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
parentPort?.once('message', () => {
  server.close();
  server.closeAllConnections();
});
