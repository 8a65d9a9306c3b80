import type { ConsentView } from '@balcao/contract/consent';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';

type State = ConsentView['state'];

/** Whether what somebody of the company notes changes anything. A group has no address that could leave. Who left by their own word comes back by their own word. */
export function mayNote(
  wanted: State,
  addresses: readonly unknown[],
  out: { source: ConsentView['source'] } | null,
): Verdict<'change' | 'nothing'> {
  if (addresses.length === 0) return refuse('ERR_WAPP_INVALID_CONTACT');
  if (wanted === 'in' && out?.source === 'customer') return refuse('ERR_CONTACT_OPTED_OUT');
  return accept((wanted === 'out') === (out !== null) ? 'nothing' : 'change');
}

/** What the customer is told, once. `back`: the word that brings them back. */
export function confirmation(state: State, back: string): string {
  return state === 'out'
    ? `Pronto! Você não receberá mais as nossas mensagens de divulgação. Se mudar de ideia, responda ${back.trim().toUpperCase()}.`
    : 'Pronto! Você voltou a receber as nossas mensagens.';
}

const outWords = ['', 'out', 'saiu', 'sair', 'nao', 'no', 'baja', 'descadastrado', 'fora'];
const inWords = ['in', 'voltou', 'voltar', 'sim', 'si', 'yes', 'alta', 'dentro'];

/** The state in a cell of a sheet; an empty one is `out`. */
export function writtenState(cell: string): Verdict<State> {
  const word = plain(cell);
  if (outWords.includes(word)) return accept('out');
  return inWords.includes(word) ? accept('in') : refuse('ERR_CONSENT_STATE');
}

const columns = {
  state: ['state', 'estado', 'situacao', 'situacion', 'status'],
  words: ['words', 'palavras', 'palabras', 'texto', 'text'],
};

/** The cell of a column that may have several titles; empty without it. */
export function cellOf(fields: readonly { name: string; value: string }[], column: keyof typeof columns): string {
  return fields.find(({ name }) => columns[column].includes(plain(name)))?.value.trim() ?? '';
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
