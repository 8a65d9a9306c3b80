// Files that were chosen but not sent. They are kept until the page is closed, even if another conversation is opened.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { carriesCaption, kindForChannel, kindOfMime, type MediaKind, uploadMaxBytes } from '@balcao/contract/media-rules';
import { mediasMax } from '@balcao/contract/message-rules';
import { formatBytes } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../../platform/random.ts';
import { onSignOut } from '../../../../platform/session.ts';
import { createStore, useStore } from '../../../../platform/store.ts';
import { showToast } from '../../../../platform/toast.ts';

export type TrayFile = {
  id: string;
  file: File;
  /** The kind under which the channel accepts it; null if it does not. */
  kind: MediaKind | null;
  caption: string;
  previewUrl: string | null;
  /** Of a picture, in pixels, once its preview is there. */
  size?: { width: number; height: number };
};

const trays = createStore<ReadonlyMap<number, readonly TrayFile[]>>(new Map());
const none: readonly TrayFile[] = [];
// The next person who signs in must not get them.
onSignOut(() => [...trays.get().keys()].forEach(clearTray));

export function useTray(ticketId: number): readonly TrayFile[] {
  return useStore(trays).get(ticketId) ?? none;
}

/** Adds files at the end. Tells the person how many are left out because of the limit per send. */
export function addFiles(ticketId: number, channel: ConnectionChannel, files: Iterable<File>): void {
  const held = trays.get().get(ticketId) ?? none;
  const all = [...files];
  const added = all.slice(0, Math.max(0, mediasMax - held.length)).map((file): TrayFile => {
    const mime = file.type || 'application/octet-stream';
    return {
      id: newIdempotencyKey(),
      file,
      kind: kindForChannel(channel, mime, file.size),
      caption: '',
      previewUrl: kindOfMime(mime) === 'image' ? URL.createObjectURL(file) : null,
    };
  });
  put(ticketId, [...held, ...added]);
  const left = all.length - added.length;
  if (left === 0) return;
  const title = t('No máximo 20 arquivos por vez');
  showToast({ kind: 'warning', title, text: t('{{n}} ficaram de fora.', { n: left }), lifeMs: 5000 });
}

export function captionFile(ticketId: number, id: string, caption: string): void {
  put(
    ticketId,
    (trays.get().get(ticketId) ?? none).map((held) => (held.id === id ? { ...held, caption } : held)),
  );
}

export function measureFile(ticketId: number, id: string, size: { width: number; height: number }): void {
  put(
    ticketId,
    (trays.get().get(ticketId) ?? none).map((held) => (held.id === id ? { ...held, size } : held)),
  );
}

export function removeFile(ticketId: number, id: string): void {
  const held = trays.get().get(ticketId) ?? none;
  const gone = held.find((file) => file.id === id);
  if (gone?.previewUrl) URL.revokeObjectURL(gone.previewUrl);
  put(
    ticketId,
    held.filter((file) => file.id !== id),
  );
}

/** Moves a file one place up (-1) or down (1). */
export function moveFile(ticketId: number, id: string, step: -1 | 1): void {
  put(ticketId, moved(trays.get().get(ticketId) ?? none, id, step));
}

/** Empties the tray, but keeps the preview URLs, because the bubbles use them. */
export function clearTray(ticketId: number): void {
  put(ticketId, []);
}

export function moved(files: readonly TrayFile[], id: string, step: -1 | 1): readonly TrayFile[] {
  const at = files.findIndex((file) => file.id === id);
  const file = files[at];
  const other = files[at + step];
  return file && other ? files.with(at, other).with(at + step, file) : files;
}

/** The first file that can take the composer's text as its caption; null if none can. */
export function captionTaker(files: readonly TrayFile[]): string | null {
  return files.find(({ kind, caption }) => kind !== null && carriesCaption[kind] && caption === '')?.id ?? null;
}

/** What a person should know about a file before it is sent. */
export function fileRemark({ file, kind }: TrayFile): { text: string; bad: boolean } | null {
  const mime = file.type || 'application/octet-stream';
  if (file.size === 0) return { text: t('O arquivo está vazio.'), bad: true };
  if (kind === null) return { text: t('Grande demais: o limite é {{size}}.', { size: formatBytes(uploadMaxBytes) }), bad: true };
  if (kind === 'document' && kindOfMime(mime) !== 'document')
    return { text: t('Vai como documento: a conexão não aceita este formato ou tamanho como mídia.'), bad: false };
  return null;
}

function put(ticketId: number, files: readonly TrayFile[]): void {
  trays.set(new Map(trays.get()).set(ticketId, files));
}
