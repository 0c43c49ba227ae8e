import { Transform, type TransformCallback } from 'node:stream';

/** A longer line is no command. */
const LONGEST_LINE = 4_096;
const LONGEST_NAME = 200;
const ADDRESS = /^(mail from|rcpt to)[ \t]*:[ \t]*(?:<([^>]*)>|(\S*))[ \t]*(.*)$/i;

const END_OF_MAIL = '\r\n.\r\n';

/** What any device is for the server: its name, its user and its password decide nothing. */
const DEVICE = 'device';
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const CREDENTIALS = { LOGIN: inBase64(DEVICE), PLAIN: inBase64(`\0${DEVICE}\0${DEVICE}`) } as const;

/**
 * Corrects the commands of a client, as far as the server would refuse them although they decide nothing: a name of several words
 * or none, credentials that are empty, a sender without a domain, which becomes the empty sender, and addresses without brackets.
 * Mails pass as they are, and so does everything after STARTTLS. `heard` takes the answers of the server.
 */
export class LenientCommands extends Transform {
  #waiting = '';
  #state: 'commands' | 'asked' | 'mail' | 'encrypted' = 'commands';
  /** The end of what has passed of a mail: its own end may come in pieces. */
  #passed = '';
  /** How many answers are due: at first the greeting. */
  #due = 1;
  #code = '';
  #answers = '';
  /** How the client authenticates, while its next line belongs to that. */
  #method: keyof typeof CREDENTIALS | undefined;
  #resume: (() => void) | undefined;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#pass(chunk.toString('latin1'), done);
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.from(this.#waiting, 'latin1'));
  }

  /** Takes what the server has answered: it decides what the next line of the client is. */
  heard(chunk: Buffer): void {
    if (this.#state === 'encrypted') return;
    const lines = (this.#answers + chunk.toString('latin1')).split('\n');
    this.#answers = lines.pop() ?? '';
    for (const line of lines) {
      const [, code] = /^(\d{3})(?:\s|$)/.exec(line) ?? [];
      if (code === undefined) continue;
      this.#code = code;
      this.#due = Math.max(0, this.#due - 1);
    }
    if (this.#due === 0) this.#resume?.();
  }

  #pass(text: string, done: TransformCallback): void {
    let rest = text;
    while (rest !== '') {
      if (this.#state === 'encrypted') {
        this.push(rest, 'latin1');
        break;
      }
      rest = this.#state === 'mail' ? this.#passMail(rest) : this.#readCommands(rest);
      if (this.#state !== 'asked') continue;
      const left = rest;
      this.#resume = () => {
        this.#resume = undefined;
        this.#state = this.#code === '354' ? 'mail' : this.#code === '220' ? 'encrypted' : 'commands';
        // A line that ends the command may also begin the end of an empty mail.
        this.#passed = '\r\n';
        this.#pass(left, done);
      };
      return;
    }
    done();
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
    this.#due += 1;
    return text.slice(length);
  }

  /** Passes on whole commands, corrected. Returns what comes after a command that may begin something else. */
  #readCommands(text: string): string {
    this.#waiting += text;
    for (let end = this.#waiting.indexOf('\n'); end >= 0; end = this.#waiting.indexOf('\n')) {
      const line = this.#waiting.slice(0, end + 1);
      this.#waiting = this.#waiting.slice(end + 1);
      const isCredential = this.#code === '334' && this.#due === 0;
      this.push(isCredential ? this.#credential(line) : this.#correct(line), 'latin1');
      this.#due += 1;
      if (isCredential || !/^(?:data|starttls)\s*$/i.test(line)) continue;
      this.#state = 'asked';
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

  #credential(line: string): string {
    return this.#method === undefined || line.trim() === '*' ? line : `${CREDENTIALS[this.#method]}\r\n`;
  }

  #correct(line: string): string {
    const [word = '', method = '', ...words] = line.trim().split(/\s+/);
    const command = word.toUpperCase();
    if (command === 'EHLO' || command === 'HELO') {
      const name = line
        .trim()
        .slice(word.length)
        .replaceAll(/[^!-~]+/g, ' ')
        .trim()
        .replaceAll(' ', '-');
      return `${command} ${name.slice(0, LONGEST_NAME) || DEVICE}\r\n`;
    }
    if (command !== 'AUTH') return correct(line);
    const known = method.toUpperCase();
    this.#method = known === 'LOGIN' || known === 'PLAIN' ? known : undefined;
    if (this.#method === undefined) return line;
    return `AUTH ${known}${words.length === 0 ? '' : ` ${CREDENTIALS[this.#method]}`}\r\n`;
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
