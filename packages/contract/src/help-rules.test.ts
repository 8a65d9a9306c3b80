import { expect, test } from 'vitest';
import { videoCode, videoEmbed } from './help-rules.ts';

test.each([
  'dQw4w9WgXcQ',
  ' dQw4w9WgXcQ ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=3',
  'youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('the code of a video is found in %s', (text) => {
  expect(videoCode(text)).toBe('dQw4w9WgXcQ');
});

test.each([
  '',
  'https://example.com/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'javascript:alert(1)',
  '../../x',
  'https://youtu.be/',
  'https://www.youtube.com/watch?v=a"b',
])('%s is no video', (text) => {
  expect(videoCode(text)).toBeNull();
});

test('a video is embedded from the one host that the policy allows', () => {
  expect(new URL(videoEmbed('dQw4w9WgXcQ')).origin).toBe('https://www.youtube-nocookie.com');
});
