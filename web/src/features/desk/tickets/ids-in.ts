import { noQueue } from '@balcao/contract/ticket-rules';

/** As `idsIn`, of queues: 0 stands for none. */
export function queueIdsIn(text: string | null): number[] {
  return (text ?? '').split('.').flatMap((part) => (part === '0' ? [noQueue] : idsIn(part)));
}

/** The ids in a part of an address, `3.7.12`; what is no id is left out. */
export function idsIn(text: string | null): number[] {
  return (text ?? '')
    .split('.')
    .filter((part) => /^[1-9]\d{0,14}$/.test(part))
    .map(Number);
}
