import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mediaExpiry, signMedia, verifyMedia } from './signed-url.ts';

const now = new Date('2026-03-02T10:00:00Z');
const link = { companyId: 7, key: '7/ab.pdf', name: 'nota fiscal é & 1.pdf', expiresAt: mediaExpiry(now) };

function open(url: string, at = now, secret = 'k') {
  const { pathname, searchParams } = new URL(url, 'http://x');
  return verifyMedia(secret, pathname, Object.fromEntries(searchParams), at);
}

test('a link opens until it ends', () => {
  const url = signMedia('k', link);
  expect(url).toMatch(/^\/media\/7\/7\/ab\.pdf\?e=\d+&/);
  expect(open(url)).toEqual(link);
  expect(open(url, new Date(link.expiresAt.getTime() - 1))).toEqual(link);
  expect(open(url, link.expiresAt)).toBeNull();
  expect(open(url, now, 'other')).toBeNull();
  expect(open(signMedia('k', { companyId: 7, key: 'a', expiresAt: link.expiresAt }))).toEqual({
    companyId: 7,
    key: 'a',
    expiresAt: link.expiresAt,
  });
});

test('nothing in a link can be changed', () => {
  const url = signMedia('k', link);
  for (const changed of [
    url.replace('/media/7/', '/media/8/'),
    url.replace('ab.pdf', 'ac.pdf'),
    url.replace(/e=\d/, 'e=9'),
    url.replace('fiscal', 'x'),
    url.replace(/&s=.*/, ''),
    url.replace(/&n=[^&]*/, ''),
    `${url}x`,
  ]) {
    expect(changed).not.toBe(url);
    expect(open(changed)).toBeNull();
  }
  expect(verifyMedia('k', '/media/7/%E0%A4%A', { e: '1', s: 'x' }, now)).toBeNull();
  expect(verifyMedia('k', '/media/7/a', { e: ['1'], s: ['x'] }, now)).toBeNull();
});

test('links of the same six hours are the same, and last 24 to 30 hours', () => {
  expect(mediaExpiry(now)).toEqual(mediaExpiry(new Date('2026-03-02T06:00:01Z')));
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (at) => {
      const life = mediaExpiry(at).getTime() - at.getTime();
      expect(life).toBeGreaterThanOrEqual(24 * 3_600_000);
      expect(life).toBeLessThan(30 * 3_600_000);
    }),
  );
});
