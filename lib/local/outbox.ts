import type { ChannelKind } from '../../shared/notify/channel-kind.ts';
import { type Failures, NO_FAILURES } from './outbox-failures.ts';

/** A message that would have left this machine for a person. */
export interface SentItem {
  readonly channel: ChannelKind;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  /** The page that a tap on a push opens. */
  readonly link?: string;
  readonly at: string;
}

const MOST_ITEMS = 200;

/** The last messages to people, oldest first, in memory; and the channels that fail. */
export class Outbox {
  #items: readonly SentItem[] = [];
  #failures: Failures = NO_FAILURES;

  get items(): readonly SentItem[] {
    return this.#items;
  }

  get failures(): Failures {
    return this.#failures;
  }

  add(item: SentItem): void {
    this.#items = [...this.#items, item].slice(-MOST_ITEMS);
  }

  /** Makes channels fail, or work again. */
  fail(failures: Partial<Failures>): void {
    this.#failures = { ...this.#failures, ...failures };
  }
}
