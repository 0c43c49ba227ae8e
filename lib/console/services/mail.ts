/** Whether the stage sends mail. The page itself says so, which costs no request. */
export const isMailOn = globalThis.document?.getElementById('console')?.dataset['mail'] === 'on';
