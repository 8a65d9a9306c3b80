// A mail server that refuses what a real one refuses, and keeps what it took.
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export type FakeSmtp = {
  url: string;
  /** In the order in which they were taken. */
  mails: ParsedMail[];
  /** How many it was offered, refused ones too. */
  offered(): number;
  /** What happens to the next mails: `silent`: no answer; a number: this reply to the recipient. Null: they are taken. */
  behave(as: 'silent' | number | null): void;
  close(): Promise<void>;
};

/** Asks for the password `segredo` of `balcao`. */
export async function startFakeSmtp(): Promise<FakeSmtp> {
  const mails: ParsedMail[] = [];
  let behaviour: 'silent' | number | null = null;
  let offers = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'balcao' && password === 'segredo' ? done(null, { user: username }) : done(new Error('wrong user or password')),
    onRcptTo(_address, _session, done) {
      offers++;
      if (behaviour === 'silent') return;
      if (behaviour === null) return done();
      done(Object.assign(new Error(`refused with ${behaviour}`), { responseCode: behaviour }));
    },
    onData(stream, _session, done) {
      simpleParser(stream).then(
        (mail) => {
          mails.push(mail);
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  // A client that gives up breaks the connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://balcao:segredo@127.0.0.1:${port}`,
    mails,
    offered: () => offers,
    behave(as) {
      behaviour = as;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
