import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeSmtp, startFakeSmtp } from '../../../test/fake-smtp.ts';
import { smtpMailer } from './smtp.ts';

let server: FakeSmtp;
beforeAll(async () => {
  server = await startFakeSmtp();
});
afterAll(() => server.close());
afterEach(() => server.behave(null));

const from = 'Balcão <balcao@loja.example>';
const letter = { id: 'balcao-1-7', to: 'ana@loja.example', subject: 'Código: ação', text: 'Olá, Ana.\n\nSeu código é 1.\n' };

test('a mail arrives whole, to one address, under an id of its own', async () => {
  await smtpMailer({ url: server.url, from }).send(letter);
  expect(server.mails.at(-1)).toMatchObject({
    subject: 'Código: ação',
    text: letter.text,
    messageId: '<balcao-1-7@loja.example>',
    from: { text: '"Balcão" <balcao@loja.example>' },
    to: { text: 'ana@loja.example' },
  });
});

test('what is no address is one recipient all the same, and adds no header', async () => {
  const to = 'ana@loja.example, rui@loja.example\r\nBcc: todos@loja.example';
  await expect(smtpMailer({ url: server.url, from }).send({ ...letter, to })).rejects.toMatchObject({ name: 'Error' });
  await smtpMailer({ url: server.url, from }).send({ ...letter, subject: 'Oi\r\nBcc: todos@loja.example' });
  const mail = server.mails.at(-1);
  expect([mail?.to, mail?.bcc]).toEqual([expect.objectContaining({ text: 'ana@loja.example' }), undefined]);
});

test('what the server says of this mail is final; all else passes', async () => {
  const send = () => smtpMailer({ url: server.url, from }).send(letter);
  server.behave(550);
  await expect(send()).rejects.toMatchObject({ final: true, message: expect.stringContaining('refused with 550') });
  server.behave(451);
  await expect(send()).rejects.toMatchObject({ final: false, message: expect.stringContaining('refused with 451') });
  const wrong = smtpMailer({ url: server.url.replace('segredo', 'errado'), from }).send(letter);
  await expect(wrong).rejects.toMatchObject({ final: false, message: expect.stringContaining('wrong user or password') });
  await expect(smtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(letter)).rejects.toMatchObject({ final: false });
});

test('a server that says nothing more is given up', async () => {
  server.behave('silent');
  await expect(smtpMailer({ url: server.url, from, silenceMs: 200 }).send(letter)).rejects.toMatchObject({ final: false });
});
