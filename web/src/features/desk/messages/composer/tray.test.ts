import { expect, test } from 'vitest';
import { signed } from './draft.ts';
import { captionTaker, fileRemark, moved, type TrayFile } from './tray.ts';

const file = (id: string, given: Partial<TrayFile> = {}, type = 'image/png', size = 10): TrayFile => {
  const blob = new File([], `${id}.png`, { type });
  Object.defineProperty(blob, 'size', { value: size });
  return { id, file: blob, kind: 'image', caption: '', previewUrl: null, ...given };
};
const ids = (files: readonly TrayFile[]) => files.map(({ id }) => id).join('');

test('files change places, and stay at the ends', () => {
  const files = [file('a'), file('b'), file('c')];
  expect([ids(moved(files, 'b', -1)), ids(moved(files, 'b', 1)), ids(moved(files, 'a', -1)), ids(moved(files, 'x', 1))]).toEqual([
    'bac',
    'acb',
    'abc',
    'abc',
  ]);
});

test('the words go with the first file that can carry them', () => {
  expect(captionTaker([file('a', { kind: 'audio' }), file('b', { caption: 'x' }), file('c')])).toBe('c');
  expect(captionTaker([file('a', { kind: 'audio' })])).toBe(null);
});

test('empty and too large files are refused before they leave, odd ones become documents', () => {
  expect(fileRemark(file('a', {}, 'image/png', 0))?.bad).toBe(true);
  expect(fileRemark(file('a', { kind: null }))?.bad).toBe(true);
  expect(fileRemark(file('a', { kind: 'document' }))?.bad).toBe(false);
  expect(fileRemark(file('a'))).toBe(null);
});

test('a signed text begins with the name in bold', () => {
  expect([signed('oi', 'Marina'), signed('oi', null)]).toEqual(['*Marina:*\noi', 'oi']);
});
