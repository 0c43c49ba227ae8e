import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-data.ts';
import { DEMO_PEOPLE } from './demo-sso/demo-people.ts';
import { LocalServerError } from './local-server-error.ts';
import { type LocalServer, startLocalServer } from './start.ts';

/** npm forwards a Ctrl-C that the terminal has already sent, so the second signal within this time is the same Ctrl-C. */
const SAME_SIGNAL_MILLISECONDS = 500;
const FORCED_EXIT_CODE = 130;

/** Serves until there is a signal. The first signal stops the server properly, and a second one ends it immediately. */
export async function runLocalServer(parameters: readonly string[]): Promise<void> {
  let server: LocalServer | undefined;
  let stoppedAt: number | undefined;

  function stop(): void {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      // If starting has not finished, everything that was started ends with this process.
      if (server) server.stop().then(() => process.exit());
      else process.exit();
    } else if (performance.now() - stoppedAt > SAME_SIGNAL_MILLISECONDS) {
      process.exit(FORCED_EXIT_CODE);
    }
  }

  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('disconnect', stop); // `npm run dev` started this process, and was killed
  process.channel?.unref();
  try {
    const [unknown] = parameters;
    if (unknown !== undefined) {
      throw new LocalServerError(
        `Unknown option ${unknown}: settings are variables, as in PORT=4000 npm start.`,
      );
    }
    server = await startLocalServer({
      environment: process.env,
      log: (line) => console.log(line),
      playsDemo: true,
    });
    introduce(server);
  } catch (error) {
    if (!(error instanceof LocalServerError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function introduce({ url, data, panelPort, mqttPort, mailPort }: LocalServer): void {
  console.log(
    `\nGuard listens at ${url}\nIts console is at ${url}/console\nWhat it would send to people is at ${url}/outbox\n${panelPort === undefined ? '' : `Alarm panels connect to localhost:${panelPort} (SIA DC-09)\n`}${mqttPort === undefined ? '' : `MQTT clients connect to localhost:${mqttPort}\n`}${mailPort === undefined ? '' : `Cameras send mail to localhost:${mailPort}\n`}Its data is in ${data}\n`,
  );
  console.log(`These accounts sign in with the password ${DEMO_PASSWORD}:`);
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
  for (const { email, role, tenant, status } of DEMO_ACCOUNTS) {
    const note = status === 'active' ? '' : ` (${status}: is refused)`;
    console.log(`  ${email.padEnd(width)}  ${role} of ${tenant}${note}`);
  }
  console.log(`\nThese sign in with single sign-on and the same password, and get a user then:`);
  for (const { email, groups } of DEMO_PEOPLE)
    console.log(`  ${email.padEnd(width)}  of the group ${groups}`);
  console.log(`\nAdminister it with: npm run admin -- <command> --port ${new URL(url).port}`);
  console.log('\nCtrl-C stops it.\n');
}
