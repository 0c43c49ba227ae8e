/**
 * The texts that Guard sends to a channel. They are in English, because Guard does not know the language of users. They
 * contain nothing that users wrote, so that nobody can send their own words to a stranger.
 */
export const CHANNEL_TEXTS = {
  code: {
    email: (code: string) => ({
      subject: 'Your code for Guard',
      text: `Somebody added this address to their Guard account, to be notified of alarms.

If it was you, enter this code within 10 minutes:
${code}

If it was not you, ignore this mail: without the code, Guard sends no notifications to this address.
`,
    }),
    sms: (code: string) => ({
      subject: 'Your code for Guard',
      text: `Guard code: ${code}. Valid 10 minutes. Do not share it.`,
    }),
  },
  test: {
    email: (consoleUrl: string) => ({
      subject: 'Test message from Guard',
      text: `Guard reaches you at this address.\n\n${consoleUrl}\n`,
    }),
    sms: (consoleUrl: string) => ({
      subject: 'Test message from Guard',
      text: `Test message from Guard\n${consoleUrl}`,
    }),
    push: () => ({ subject: 'Test message from Guard', text: 'Guard reaches you in this browser.' }),
  },
} as const;
