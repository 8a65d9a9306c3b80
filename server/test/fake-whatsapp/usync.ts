// `usync`: who has WhatsApp, with which devices and which LID.
import { type BinaryNode, getAllBinaryNodeChildren, getBinaryNodeChild, getBinaryNodeChildren } from 'baileys';
import type { Phone } from './phone.ts';
import { seconds, stanza, textOf } from './stanza.ts';
import { phoneOf, type World } from './world.ts';

export function answerUsync(world: World, request: BinaryNode): BinaryNode {
  const query = getBinaryNodeChild(request, 'query');
  const protocols = query ? getAllBinaryNodeChildren(query).map(({ tag }) => tag) : [];
  const users = getBinaryNodeChildren(getBinaryNodeChild(request, 'list'), 'user').map((user) => {
    const number = textOf(getBinaryNodeChild(user, 'contact')).replace(/\D/g, '');
    const phone = number ? (world.aliases.get(number) ?? world.phones.get(number)) : phoneOf(world, user.attrs.jid);
    const jid = user.attrs.jid ?? phone?.jid ?? `${number}@s.whatsapp.net`;
    return stanza(
      'user',
      { jid },
      protocols.flatMap((protocol) => about(world, phone, number, protocol)),
    );
  });
  const { sid, mode, context } = request.attrs;
  return stanza('usync', { sid, mode, context, index: '0', last: 'true' }, [stanza('result'), stanza('list', {}, users)]);
}

function about(world: World, phone: Phone | undefined, number: string, protocol: string): BinaryNode[] {
  switch (protocol) {
    case 'contact':
      return [stanza('contact', { type: phone?.onWhatsApp ? 'in' : 'out' }, number ? `+${number}` : undefined)];
    case 'lid':
      return phone ? [stanza('lid', { val: phone.lid })] : [];
    case 'status':
      return [stanza('status', { t: seconds() }, Buffer.from('Disponível'))];
    case 'devices':
      return [
        stanza('devices', {}, [stanza('device-list', {}, phone ? devices(world, phone) : []), stanza('key-index-list', { ts: seconds() })]),
      ];
    default:
      return [];
  }
}

/** The phone itself is device 0; clients leave out other devices without a key index. */
function devices(world: World, phone: Phone): BinaryNode[] {
  const linked = world.companions.filter((companion) => companion.phone === phone && companion.linked);
  return [stanza('device', { id: '0' }), ...linked.map(({ device }) => stanza('device', { id: String(device), 'key-index': '1' }))];
}
