import { Transform, type TransformCallback } from 'node:stream';

/** A longer line is no command. */
const LONGEST_LINE = 4_096;
const ADDRESS = /^(mail from|rcpt to)[ \t]*:[ \t]*(?:<([^>]*)>|(\S*))[ \t]*(.*)$/i;

/**
 * Corrects the addresses in the commands of a client, as far as the server would refuse them although they decide nothing: a
 * sender without a domain becomes the empty sender, and an address gets the brackets that it lacks. From DATA or STARTTLS on,
 * everything passes as it is.
 */
export class LenientCommands extends Transform {
  #waiting = '';
  #isPassing = false;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#isPassing) {
      done(null, chunk);
      return;
    }
    this.#waiting += chunk.toString('latin1');
    let corrected = '';
    for (
      let end = this.#waiting.indexOf('\n');
      end >= 0 && !this.#isPassing;
      end = this.#waiting.indexOf('\n')
    ) {
      const line = this.#waiting.slice(0, end + 1);
      this.#waiting = this.#waiting.slice(end + 1);
      corrected += correct(line);
      this.#isPassing = /^(?:data|starttls)\s*$/i.test(line);
    }
    if (this.#isPassing || this.#waiting.length > LONGEST_LINE) {
      corrected += this.#waiting;
      this.#waiting = '';
    }
    done(null, Buffer.from(corrected, 'latin1'));
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.from(this.#waiting, 'latin1'));
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
