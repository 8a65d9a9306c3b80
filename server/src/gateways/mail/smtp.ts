// Sends mails through the mail server of the installation. Each has its own connection: they are few.
import { createTransport } from 'nodemailer';

/** `id` names the mail for good: a server that gets it twice can tell. */
export type Letter = { id: string; to: string; subject: string; text: string };

export type Mailer = {
  /** Resolves when the server has taken the mail. Rejects with `MailFailure`. */
  send(letter: Letter): Promise<void>;
};

/** `final`: the server refuses this mail, so that no other attempt helps. */
export class MailFailure extends Error {
  constructor(
    reason: string,
    readonly final: boolean,
  ) {
    super(reason);
  }
}

/** `silenceMs`: how long the server may say nothing, where not as long as usual. */
export type SmtpConfig = { url: string; from: string; silenceMs?: number };

const connectMs = 10_000;
const usualSilenceMs = 15_000;
const longestMs = 45_000;
const reasonMax = 300;

/** Opens no connection before the first mail. */
export function smtpMailer({ url, from, silenceMs = usualSilenceMs }: SmtpConfig): Mailer {
  const { hostname, port, username, password, protocol } = new URL(url);
  const secure = protocol === 'smtps:';
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return {
    async send({ id, to, subject, text }) {
      const transport = createTransport({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port) || (secure ? 465 : 587),
        secure,
        // A password does not cross a network in clear.
        requireTLS: !secure && username !== '' && !isHere,
        ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
        connectionTimeout: connectMs,
        greetingTimeout: connectMs,
        socketTimeout: silenceMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const tooLong = setTimeout(() => transport.close(), longestMs);
      try {
        const sent = transport.sendMail({
          from,
          // As an object: text would be read as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domainOf(from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        await within(sent, longestMs);
      } catch (error) {
        throw failureOf(error);
      } finally {
        clearTimeout(tooLong);
        transport.close();
      }
    },
  };
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the mail server took too long')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A wrong password of ours (EAUTH) passes when the operator corrects it; what the server says of the mail itself (5xx) does not. */
function failureOf(error: unknown): MailFailure {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  const isRefused = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  const said = (message ?? String(error)).replace(/\s+/g, ' ').slice(0, reasonMax);
  return new MailFailure(said, isRefused && (code === 'EENVELOPE' || code === 'EMESSAGE'));
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
}
