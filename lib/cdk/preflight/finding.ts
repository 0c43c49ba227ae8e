import type { SharingRelease } from '../release/upgrade-path.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { Aws } from './aws.ts';

/** What a check found. `fails`: the deployment or the stage will not work. `note`: an operator should know this. */
export interface Finding {
  readonly kind: 'ok' | 'note' | 'fails';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ kind: 'ok', text });
export const note = (text: string): Finding => ({ kind: 'note', text });
export const fails = (text: string): Finding => ({ kind: 'fails', text });

export interface Account {
  readonly aws: Aws;
  readonly settings: StageSettings;
  readonly accountId: string;
  /** The status of the stage's stack; `undefined` before the first deployment. */
  readonly stackStatus: string | undefined;
  /** The release that the stage runs; `undefined` before the first deployment. */
  readonly readRunningRelease: (stage: string) => Promise<SharingRelease | undefined>;
  /** Whether this machine has a Docker that runs. */
  readonly hasDocker: () => Promise<boolean>;
}

/** A question about the account. `asks` describes it, for when AWS does not answer. */
export interface Check {
  readonly asks: string;
  readonly run: (account: Account) => Promise<readonly Finding[]>;
}
