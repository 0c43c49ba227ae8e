import { Transform, type TransformCallback } from 'node:stream';

/** A longer line is no command. */
const LONGEST_LINE = 4_096;
const ADDRESS = /^(mail from|rcpt to)[ \t]*:[ \t]*(?:<([^>]*)>|(\S*))[ \t]*(.*)$/i;

const END_OF_MAIL = '\r\n.\r\n';

/**
 * Corrects the addresses in the commands of a client, as far as the server would refuse them although they decide nothing: a
 * sender without a domain becomes the empty sender, and an address gets the brackets that it lacks. Mails pass as they are, and so
 * does everything after STARTTLS.
 */
export class LenientCommands extends Transform {
  #waiting = '';
  #state: 'commands' | 'mail' | 'encrypted' = 'commands';
  /** The end of what has passed of a mail: its own end may come in pieces. */
  #passed = '';

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let rest = chunk.toString('latin1');
    while (rest !== '') {
      if (this.#state === 'encrypted') {
        this.push(rest, 'latin1');
        break;
      }
      rest = this.#state === 'mail' ? this.#passMail(rest) : this.#readCommands(rest);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.from(this.#waiting, 'latin1'));
  }

  /** Passes on what belongs to the mail. Returns what comes after its end. */
  #passMail(text: string): string {
    const joined = this.#passed + text;
    const end = joined.indexOf(END_OF_MAIL);
    if (end < 0) {
      this.push(text, 'latin1');
      this.#passed = joined.slice(1 - END_OF_MAIL.length);
      return '';
    }
    const length = end + END_OF_MAIL.length - this.#passed.length;
    this.push(text.slice(0, length), 'latin1');
    this.#state = 'commands';
    return text.slice(length);
  }

  /** Passes on whole commands, corrected. Returns what comes after a command that begins something else. */
  #readCommands(text: string): string {
    this.#waiting += text;
    for (let end = this.#waiting.indexOf('\n'); end >= 0; end = this.#waiting.indexOf('\n')) {
      const line = this.#waiting.slice(0, end + 1);
      this.#waiting = this.#waiting.slice(end + 1);
      this.push(correct(line), 'latin1');
      if (!/^(?:data|starttls)\s*$/i.test(line)) continue;
      this.#state = /^data/i.test(line) ? 'mail' : 'encrypted';
      // A line that ends the command may also begin the end of an empty mail.
      this.#passed = '\r\n';
      const rest = this.#waiting;
      this.#waiting = '';
      return rest;
    }
    if (this.#waiting.length > LONGEST_LINE) {
      this.push(this.#waiting, 'latin1');
      this.#waiting = '';
    }
    return '';
  }
}

function correct(line: string): string {
  const [, command, bracketed, plain = '', parameters = ''] = ADDRESS.exec(line.trimEnd()) ?? [];
  if (command === undefined) return line;
  const address = (bracketed ?? plain).trim();
  const isSender = /^mail/i.test(command);
  // A recipient needs a domain for the server; Guard knows it by what is before the `@`.
  const [local = '', domain = ''] = address.split('@');
  const isWhole = /^[^@\s<>]+@[^@\s<>]+$/.test(address) && !/\.\.|^\.|\.$/.test(local);
  const right = isWhole
    ? address
    : isSender
      ? ''
      : `${local.replaceAll(/[\s<>"]/g, '')}@${domain || 'guard.invalid'}`;
  // What stands after a sender that is no address is part of it, and not a parameter.
  const rest = parameters.split(/\s+/).filter((it) => /^[A-Za-z][\w-]*(?:=\S*)?$/.test(it));
  return `${command.toUpperCase()}:<${right}>${rest.map((it) => ` ${it}`).join('')}\r\n`;
}
