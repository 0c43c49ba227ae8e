import type { Readable } from 'node:stream';

interface Limits {
  /** How many bytes the mails of all addresses have in memory. */
  readonly bytesInMemory: number;
  /** How many of them those of one address have. */
  readonly bytesOfAddress: number;
}

interface Share {
  bytes: number;
  /** The mails that are being read, oldest first. */
  readonly mails: Set<OpenMail>;
}

/** A mail that is being read. */
interface OpenMail {
  /** Waits until there is room for more bytes of it, and takes them. Rejects if its sender is gone meanwhile. */
  take(bytes: number): Promise<void>;
  close(): void;
}

/**
 * Shares the memory for mails among their addresses, so that the mails to one make those to another neither wait nor fail. Beyond
 * its share an address has one mail read at a time, the oldest: it always ends, so that no mail waits for ever.
 */
export class MailMemory {
  readonly #limits: Limits;
  readonly #shares = new Map<string, Share>();
  #bytes = 0;
  #waiting: (() => void)[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Whether there is room for the mails of further addresses. */
  get hasRoom(): boolean {
    return this.#bytes < this.#limits.bytesInMemory;
  }

  open(address: string, stream: Pick<Readable, 'destroyed' | 'once'>): OpenMail {
    const share = this.#shares.get(address) ?? { bytes: 0, mails: new Set() };
    this.#shares.set(address, share);
    let own = 0;
    const mail: OpenMail = {
      take: async (bytes) => {
        while (!this.#mayTake(share, mail)) {
          await new Promise<void>((resume) => this.#waiting.push(resume));
          if (stream.destroyed) throw new Error('The sender is gone');
        }
        own += bytes;
        share.bytes += bytes;
        this.#bytes += bytes;
      },
      close: () => {
        share.bytes -= own;
        this.#bytes -= own;
        own = 0;
        share.mails.delete(mail);
        if (share.mails.size === 0) this.#shares.delete(address);
        this.#wake();
      },
    };
    share.mails.add(mail);
    stream.once('close', () => this.#wake());
    return mail;
  }

  #mayTake({ bytes, mails }: Share, mail: OpenMail): boolean {
    const [oldest] = mails;
    return oldest === mail || (this.hasRoom && bytes < this.#limits.bytesOfAddress);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
