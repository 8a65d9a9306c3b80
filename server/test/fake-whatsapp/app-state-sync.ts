// Keeping the app state of a phone and its linked devices in step.
import { type BinaryNode, getBinaryNodeChild, proto, S_WHATSAPP_NET, type WAPatchName } from 'baileys';
import { collectionNamed } from './app-state.ts';
import type { Companion } from './companion.ts';
import { bytesOf, stanza } from './stanza.ts';
import { notify } from './to-client.ts';
import type { World } from './world.ts';

/** A client's `<collection>`: a patch to take over, or the question what is new. */
export async function syncCollection(world: World, companion: Companion, request: BinaryNode): Promise<BinaryNode> {
  const { appState } = companion.phone;
  const name = collectionNamed(request.attrs.name);
  const patch = getBinaryNodeChild(request, 'patch');
  if (!patch) {
    const patches = appState.since(name, Number(request.attrs.version)).map((bytes) => stanza('patch', {}, bytes));
    const attributes = { name, version: String(appState.version(name)), has_more_patches: 'false' };
    return stanza('collection', attributes, [stanza('patches', {}, patches)]);
  }
  const actions = await appState.accept(name, proto.SyncdPatch.decode(bytesOf(patch)));
  world.emit('app-state', { name, actions });
  for (const other of world.companions) {
    if (other !== companion && other.phone === companion.phone) tellChanged(other, name);
  }
  return stanza('collection', { name, version: String(appState.version(name)), type: 'result' });
}

/** Makes a linked device fetch what changed. */
export function tellChanged(companion: Companion, name: WAPatchName): void {
  const version = String(companion.phone.appState.version(name));
  notify(companion, 'server_sync', S_WHATSAPP_NET, [stanza('collection', { name, version })]);
}
