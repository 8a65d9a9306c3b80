import { expect, test } from 'vitest';
import { channelTakes, kindForChannel, kindOfMime } from './media-rules.ts';

const MB = 1024 * 1024;

test('what browsers cannot show is a document', () => {
  expect(
    ['image/png', 'video/mp4', 'audio/ogg; codecs=opus', 'application/pdf', 'image/svg+xml', 'image/tiff', 'text/html', ''].map(kindOfMime),
  ).toEqual(['image', 'video', 'audio', 'document', 'document', 'document', 'document', 'document']);
});

test('a channel that does not take the picture takes it as a document, up to its size', () => {
  expect(kindForChannel('whatsapp_cloud', 'image/jpeg', 5 * MB)).toBe('image');
  expect(kindForChannel('whatsapp_cloud', 'image/jpeg', 5 * MB + 1)).toBe('document');
  expect(kindForChannel('whatsapp_cloud', 'image/gif', 10)).toBe('document');
  expect(kindForChannel('whatsapp_web', 'image/gif', 10)).toBe('image');
  expect(kindForChannel('simulator', 'application/zip', 100 * MB + 1)).toBeNull();
  expect(kindForChannel('whatsapp_cloud', 'image/png', 0)).toBeNull();
});

test('only OGG is a voice message on the Cloud API', () => {
  expect(channelTakes('whatsapp_cloud', 'voice', 'audio/ogg; codecs=opus', 10)).toBe(true);
  expect(channelTakes('whatsapp_cloud', 'voice', 'audio/mpeg', 10)).toBe(false);
});
