import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useDraft } from '../../../../data/drafts/drafts.ts';
import { clearSession, keepSession } from '../../../../platform/session.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { addFiles, useTray } from './tray.ts';

const signIn = (id: number) => act(() => keepSession(testSession({ user: { id } })));
const signOut = () => act(() => clearSession());
/** The text in the composer of a ticket. */
const composer = () => renderHook(() => ({ draft: useDraft(5), files: useTray(5) })).result;

afterEach(signOut);

test('what one person has half written and chosen is not offered to the next', () => {
  signIn(7);
  const mine = composer();
  act(() => {
    mine.current.draft[1]('Segue o orça');
    addFiles(5, 'whatsapp_cloud', [new File(['x'], 'nota.pdf', { type: 'application/pdf' })]);
  });
  expect(mine.current.files).toHaveLength(1);
  signOut();
  signIn(8);
  const theirs = composer();
  expect([theirs.current.draft[0], theirs.current.files]).toEqual(['', []]);
  signOut();
  signIn(7);
  expect(composer().current.draft[0]).toBe('Segue o orça');
});
