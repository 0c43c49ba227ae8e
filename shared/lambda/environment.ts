/** The variables of a process; of a function, those that its declaration asks for. */
export type Environment = Readonly<Record<string, string | undefined>>;
