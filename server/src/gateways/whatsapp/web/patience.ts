/** How long WhatsApp Web is waited for. */
export type WebPatience = {
  /** Until WhatsApp has confirmed a message; then it is sent again under the same id. */
  confirmMs: number;
  /** Until something is heard on a connection that opens; the library does not notice a refused upgrade. Looked at every 5 s. */
  silenceMs: number;
  /** Until a code to link by is replaced by the next of six. Null: as WhatsApp's own page does, the first after 60 s, the others after 20 s. */
  codeMs: number | null;
};

export const webPatience: WebPatience = { confirmMs: 30_000, silenceMs: 40_000, codeMs: null };

/** How long the first code holds, and each of the five others. */
export function codeTimes({ codeMs }: WebPatience): { firstCodeMs: number; nextCodeMs: number } {
  return { firstCodeMs: codeMs ?? 60_000, nextCodeMs: codeMs ?? 20_000 };
}
