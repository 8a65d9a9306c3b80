// Groups and calls, through the library, as far as what the agent sees and what goes back.
import type { MessageView } from '@balcao/contract/messages';
import { type BinaryNode, proto } from 'baileys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Group } from '../../../../test/fake-whatsapp/groups.ts';
import type { Phone } from '../../../../test/fake-whatsapp/phone.ts';
import { givenLinkedDesk, type LinkedDesk, shown, threadWith, ticketWith } from '../../../../test/linked.ts';

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;

let desk: LinkedDesk;
let ana: Phone;
let bia: Phone;

beforeAll(async () => {
  desk = await givenLinkedDesk();
  ana = desk.fake.contact('5511988887777', 'Ana');
  bia = desk.fake.contact('5511977778888', 'Bia');
});
afterAll(() => desk.close());

const set = (settingKey: string, value: string) =>
  desk.admin.call('PUT /settings/:settingKey', { params: { settingKey }, body: { value } });
const calls = async (whom: Phone) => (await threadWith(desk.admin, whom.user)).filter(({ mediaType }) => mediaType === 'call_log');
const tagOf = (node: BinaryNode) => (Array.isArray(node.content) ? node.content[0]?.tag : undefined);

describe('a group', () => {
  let team: Group;
  let old: Group;
  const line = (wanted: (message: MessageView) => boolean) => shown(desk.admin, 'Equipe', wanted);

  beforeAll(() => {
    team = desk.fake.group('Equipe', ana, [ana, bia, desk.shop]);
    old = desk.fake.group('Antigo', ana, [ana, bia, desk.shop], 'pn');
  });

  test('is left alone while the setting says so', async () => {
    await set('CheckMsgIsGroup', 'enabled');
    const id = await desk.fake.send(ana, 'ninguém lê', { group: team });
    await desk.fake.send(ana, { reactionMessage: { key: { remoteJid: team.id, participant: ana.lid, id }, text: '👍' } }, { group: team });
    await desk.fake.send(ana, 'direto');
    await shown(desk.admin, ana.user, ({ body }) => body === 'direto');
    const { contacts } = await desk.admin.call('GET /contacts', { query: {} });
    expect(contacts.filter(({ isGroup }) => isGroup)).toEqual([]);
  });

  test('is one ticket by its subject, whose lines name who wrote, in new groups and old', async () => {
    await set('CheckMsgIsGroup', 'disabled');
    await desk.fake.send(ana, 'oi grupo', { group: team });
    expect(await line(({ body }) => body === 'oi grupo')).toMatchObject({ participantName: 'Ana', fromMe: false });
    await desk.fake.send(bia, 'oi Ana', { group: team });
    expect(await line(({ body }) => body === 'oi Ana')).toMatchObject({ participantName: 'Bia' });
    expect(await ticketWith(desk.admin, 'Equipe')).toMatchObject({ isGroup: true, contact: { name: 'Equipe' } });
    await desk.fake.send(bia, 'no antigo', { group: old });
    expect(await shown(desk.admin, 'Antigo', ({ body }) => body === 'no antigo')).toMatchObject({ participantName: 'Bia' });
  });

  test('shows whose reaction it is, and changes only by who wrote it', async () => {
    const id = await desk.fake.send(ana, 'reunião às 9', { group: team });
    const before = await line(({ body }) => body === 'reunião às 9');
    const key = { remoteJid: team.id, participant: ana.lid, fromMe: false, id };
    await desk.fake.send(bia, { reactionMessage: { key, text: '👍' } }, { group: team });
    await line((message) => message.id === before.id && message.reactions.some(({ emoji, name }) => emoji === '👍' && name === 'Bia'));
    const edit = (conversation: string) => ({
      protocolMessage: { type: MESSAGE_EDIT, key, editedMessage: { conversation }, timestampMs: Date.now() },
    });
    await desk.fake.send(bia, edit('reunião cancelada'), { group: team });
    await desk.fake.send(bia, { protocolMessage: { type: REVOKE, key } }, { group: team });
    await desk.fake.send(ana, edit('reunião às 10'), { group: team });
    const edited = await line((message) => message.id === before.id && message.isEdited);
    expect(edited).toMatchObject({ body: 'reunião às 10', isDeleted: false });
    expect(edited.edits.map(({ body }) => body)).toEqual(['reunião às 9']);
    await desk.fake.send(ana, { protocolMessage: { type: REVOKE, key } }, { group: team });
    await line((message) => message.id === before.id && message.isDeleted);
  });

  test('what was changed while the connection was away is changed by who wrote it, too', async () => {
    const first = await desk.fake.send(ana, 'antes', { group: team });
    await line(({ body }) => body === 'antes');
    desk.fake.drop();
    const id = await desk.fake.send(ana, 'enquanto isso', { group: team });
    const key = { remoteJid: team.id, participant: ana.lid, fromMe: false, id };
    await desk.fake.send(bia, { protocolMessage: { type: REVOKE, key } }, { group: team });
    await desk.fake.send(
      bia,
      {
        protocolMessage: {
          type: MESSAGE_EDIT,
          key: { ...key, id: first },
          editedMessage: { conversation: 'forjado' },
          timestampMs: Date.now(),
        },
      },
      { group: team },
    );
    await desk.fake.send(bia, 'cheguei', { group: team });
    await line(({ body }) => body === 'cheguei');
    expect(await line(({ body }) => body === 'enquanto isso')).toMatchObject({ isDeleted: false, participantName: 'Ana' });
    expect(await line(({ body }) => body === 'antes')).toMatchObject({ isEdited: false });
  });

  test('is written to, quoted and read with the name of the author', async () => {
    const id = await desk.fake.send(bia, 'quem pode?', { group: team });
    const hers = await line(({ body }) => body === 'quem pode?');
    const ticket = await ticketWith(desk.admin, 'Equipe');
    const params = { ticketId: ticket?.id ?? 0 };
    const read = desk.fake.next('receipt', (node) => node.attrs.type === 'read' && JSON.stringify(node).includes(id), 45_000);
    await desk.admin.call('PUT /tickets/:ticketId', { params, body: { status: 'open', userId: desk.admin.user.id } });
    await desk.admin.call('GET /messages/:ticketId', { params });
    expect((await read)[0].attrs.to).toBe(team.id);
    await desk.admin.call('POST /messages/:ticketId', { params, body: { body: 'Eu posso', quotedMsg: { id: hers.id } } });
    for (const member of [ana, bia]) {
      const { message } = await desk.fake.sent(
        (sent) => sent.receivedBy === member && sent.message.extendedTextMessage?.text === 'Eu posso',
        45_000,
      );
      const { stanzaId, participant } = message.extendedTextMessage?.contextInfo ?? {};
      expect(stanzaId).toBe(id);
      expect([bia.jid, bia.lid]).toContain(participant);
    }
    await line(({ body, ack }) => body === 'Eu posso' && ack >= 1);
  });

  test('is called what it is called now', async () => {
    desk.fake.renameGroup(old, ana, 'Antigo Dois');
    await expect.poll(async () => (await ticketWith(desk.admin, 'Antigo Dois'))?.contact.name, { timeout: 45_000 }).toBe('Antigo Dois');
  });
});

describe('a call', () => {
  test('where none are taken is rejected and answered with words', async () => {
    await set('call', 'disabled');
    const rejected = desk.fake.next('call', (node) => tagOf(node) === 'reject', 45_000);
    const id = desk.fake.call(ana, { video: true });
    await rejected;
    desk.fake.callEnd(ana, id, 'rejected_elsewhere');
    await expect.poll(() => calls(ana), { timeout: 45_000 }).toMatchObject([{ call: { video: true } }]);
    const words = await desk.fake.sent(
      ({ receivedBy, ownCopy, message }) => receivedBy === ana && !ownCopy && !!message.extendedTextMessage,
      45_000,
    );
    expect(words.message.extendedTextMessage?.text).toMatch(/\S/);
    await expect.poll(async () => (await calls(ana))[0]?.call?.outcome, { timeout: 45_000 }).toBe('rejected');
  });

  test('where they are taken is only noted: answered on the phone, or missed', async () => {
    await set('call', 'enabled');
    const answered = desk.fake.call(bia);
    await expect.poll(() => calls(bia), { timeout: 45_000 }).toMatchObject([{ call: { outcome: 'ringing', video: false } }]);
    desk.fake.callEnd(bia, answered, 'accepted_elsewhere');
    await expect.poll(() => calls(bia), { timeout: 45_000 }).toMatchObject([{ call: { outcome: 'answered' } }]);
    desk.fake.callEnd(bia, desk.fake.call(bia));
    await expect
      .poll(() => calls(bia), { timeout: 45_000 })
      .toMatchObject([{ call: { outcome: 'answered' } }, { call: { outcome: 'missed' } }]);
    expect(desk.fake.messages.filter(({ receivedBy, ownCopy, group }) => receivedBy === bia && !ownCopy && !group)).toEqual([]);
  });
});
