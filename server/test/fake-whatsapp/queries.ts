// `<iq>`: the questions of clients, told apart by namespace, type and the tag asked for.
import { type BinaryNode, getAllBinaryNodeChildren, getBinaryNodeChild, getBinaryNodeChildren, jidDecode } from 'baileys';
import { syncCollection } from './app-state-sync.ts';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import { onActive } from './login.ts';
import { onLinkCode, onPairSign } from './pairing.ts';
import { answerMex } from './restrictions.ts';
import { attr, present, stanza } from './stanza.ts';
import { answerUsync } from './usync.ts';
import { phoneOf, type World } from './world.ts';

type Query = { world: World; connection: Connection; iq: BinaryNode; child: BinaryNode; companion: Companion };
type Answer = (query: Query) => void | Promise<void>;

const done: Answer = ({ connection, iq }) => connection.answer(iq);

/** By `<xmlns>/<type>/<tag asked for>`. */
const answers: Record<string, Answer> = {
  'abt/get/props': ({ world, connection, iq }) => {
    const props = Object.entries(world.options.abProps ?? {}).map(([code, value]) =>
      stanza('prop', { config_code: code, config_value: value }),
    );
    connection.answer(iq, [stanza('props', { hash: 'fake', version: '1' }, props)]);
  },
  'blocklist/get/': ({ connection, iq }) => connection.answer(iq, [stanza('list', {}, [])]),
  'blocklist/set/item': done,
  'disappearing_mode/set/disappearing_mode': done,
  'encrypt/get/count': ({ world, connection, iq, companion }) => {
    const left = companion.preKeys.length || (world.options.fewPreKeys ? 1 : 0);
    connection.answer(iq, [stanza('count', { value: String(left) })]);
  },
  'encrypt/get/digest': ({ connection, iq, companion }) => {
    const keys = [stanza('registration', {}, companion.registrationId), stanza('identity', {}, companion.identity)];
    connection.answer(iq, [stanza('digest', {}, keys)]);
  },
  'encrypt/get/key': async ({ world, connection, iq, child }) => {
    const users = getBinaryNodeChildren(child, 'user').map((user) => bundleOf(world, attr(user, 'jid')));
    connection.answer(iq, [stanza('list', {}, await Promise.all(users))]);
  },
  'encrypt/set/registration': ({ connection, iq, companion }) => {
    companion.preKeys.push(...getBinaryNodeChildren(getBinaryNodeChild(iq, 'list'), 'key'));
    companion.signedPreKey = present(getBinaryNodeChild(iq, 'skey'), 'a signed pre-key');
    connection.answer(iq);
  },
  'encrypt/set/rotate': ({ connection, iq, child, companion }) => {
    companion.signedPreKey = present(getBinaryNodeChild(child, 'skey'), 'a signed pre-key');
    connection.answer(iq);
  },
  'md/set/remove-companion-device': ({ world, connection, iq, companion }) => {
    connection.answer(iq);
    companion.linked = false;
    world.emit('logout', companion);
    connection.close();
  },
  'passive/set/active': ({ world, connection, iq, companion }) => {
    connection.answer(iq);
    return onActive(world, connection, companion);
  },
  'passive/set/passive': done,
  'privacy/get/privacy': ({ connection, iq }) => {
    const names = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd'];
    connection.answer(iq, [
      stanza(
        'privacy',
        {},
        names.map((name) => stanza('category', { name, value: 'all' })),
      ),
    ]);
  },
  'privacy/set/privacy': done,
  'privacy/set/tokens': done,
  'status/set/status': done,
  'urn:xmpp:whatsapp:dirty/set/clean': done,
  'usync/get/usync': ({ world, connection, iq, child }) => connection.answer(iq, [answerUsync(world, child)]),
  'w:biz/get/business_profile': ({ connection, iq }) => connection.answer(iq, [stanza('business_profile', {}, [])]),
  'w:g2/get/participating': ({ world, connection, iq, companion }) => {
    const mine = [...world.groups.values()].filter(({ members }) => members.includes(companion.phone));
    connection.answer(iq, [
      stanza(
        'groups',
        {},
        mine.map((group) => group.node()),
      ),
    ]);
  },
  'w:g2/get/query': ({ world, connection, iq }) => {
    const group = world.groups.get(attr(iq, 'to'));
    if (group) connection.answer(iq, [group.node()]);
    else connection.refuse(iq, 404, 'item-not-found');
  },
  'w:m/set/media_conn': ({ world, connection, iq }) => {
    const host = stanza('host', { hostname: world.media.host, maxContentLengthBytes: '104857600' });
    const attributes = { auth: 'fake-auth', ttl: '3600', auth_ttl: '3600', max_buckets: '12' };
    connection.answer(iq, [stanza('media_conn', attributes, [host])]);
  },
  'w:mex/get/query': ({ world, connection, iq, child, companion }) => {
    const result = answerMex(companion, attr(child, 'query_id'));
    if (!result) world.unhandled.push(`w:mex query ${child.attrs.query_id}`);
    connection.answer(iq, result ? [result] : undefined);
  },
  'w:p/get/ping': done,
  'w:profile:picture/get/picture': ({ world, connection, iq, child }) => {
    const path = phoneOf(world, attr(iq, 'target'))?.picture;
    if (!path) return connection.refuse(iq, 404, 'item-not-found');
    const attributes = { id: '1', type: child.attrs.type ?? 'preview', url: world.media.url(path), direct_path: path };
    connection.answer(iq, [stanza('picture', attributes)]);
  },
  'w:profile:picture/set/picture': done,
  'w:stats/undefined/add': done,
  'w:sync:app:state/set/sync': async ({ world, connection, iq, child, companion }) => {
    const collections: BinaryNode[] = [];
    for (const collection of getBinaryNodeChildren(child, 'collection'))
      collections.push(await syncCollection(world, companion, collection));
    connection.answer(iq, [stanza('sync', {}, collections)]);
  },
};

/** Answers one query, or refuses it when the test asked for that. What nobody knows is answered empty and listed in `unhandled`. */
export async function onQuery(world: World, connection: Connection, iq: BinaryNode): Promise<void> {
  const { xmlns, type } = iq.attrs;
  const child = getAllBinaryNodeChildren(iq)[0] ?? stanza('');
  if (type === 'result' || type === 'error') {
    const sign = getBinaryNodeChild(iq, 'pair-device-sign');
    if (sign) onPairSign(world, connection, sign);
    return;
  }
  const failure = world.switches.failIq.get(xmlns ?? '');
  if (failure) {
    world.switches.failIq.delete(xmlns ?? '');
    return connection.refuse(iq, failure.code, failure.text);
  }
  const name = `${xmlns}/${type}/${child.tag}`;
  if (name === 'md/set/link_code_companion_reg') return onLinkCode(world, connection, iq, child);
  const known = answers[name];
  const { companion } = connection;
  if (known === done || (known && !companion && name === 'w:p/get/ping')) return connection.answer(iq);
  if (known && companion) return known({ world, connection, iq, child, companion });
  world.unhandled.push(name);
  connection.answer(iq);
}

/** Linked devices have keys of their own. */
async function bundleOf(world: World, jid: string): Promise<BinaryNode> {
  const phone = phoneOf(world, jid);
  const device = jidDecode(jid)?.device ?? 0;
  const companion = world.companions.find((each) => each.phone === phone && each.device === device && each.linked);
  if (companion) return companion.bundle(jid);
  if (phone && device === 0) return phone.bundle(jid);
  return stanza('user', { jid }, [stanza('error', { code: '404', text: 'item-not-found' })]);
}
