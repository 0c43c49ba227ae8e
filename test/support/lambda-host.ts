/**
 * Runs a bundled function in a process of its own, as Lambda does: `node lambda-host.ts <folder>`, forked. Each
 * message is an event, and is answered by what the handler returned.
 */
const [folder = ''] = process.argv.slice(2);
const { handler } = await import(`${folder}/index.mjs`);

process.on('message', async (event) => {
  process.send?.(await handler(event, { functionName: 'guard-test-function', functionVersion: '7' }));
});
process.send?.('ready');
