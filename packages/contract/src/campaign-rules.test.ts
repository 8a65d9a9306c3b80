import { describe, expect, test } from 'vitest';
import {
  cancelCampaign,
  durationMs,
  fillCampaign,
  gapMs,
  healthRecheckMs,
  mayEdit,
  nextOpening,
  nextSendAt,
  paceOfHealth,
  restartCampaign,
  statusSaved,
  uniqueVariables,
  unknownVariables,
  usedVariants,
  variantFor,
  wayTo,
} from './campaign-rules.ts';

const now = new Date('2026-03-10T15:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('a campaign', () => {
  test.each([
    ['INATIVA', null, true],
    ['CANCELADA', at(-5), true],
    ['PROGRAMADA', at(61), true],
    ['PROGRAMADA', at(60), false],
    ['PROGRAMADA', at(-5), false],
    ['EM_ANDAMENTO', at(61), false],
    ['FINALIZADA', null, false],
  ] as const)('%s for %s can be changed: %s', (status, scheduledAt, may) => {
    expect(mayEdit({ status, scheduledAt }, now)).toBe(may);
  });

  test('is scheduled by a time and inactive without one; a cancelled one stays cancelled', () => {
    expect(statusSaved('INATIVA', at(90))).toBe('PROGRAMADA');
    expect(statusSaved('PROGRAMADA', null)).toBe('INATIVA');
    expect(statusSaved('CANCELADA', at(90))).toBe('CANCELADA');
  });

  test('is cancelled while it runs or waits, and goes on only after that', () => {
    expect(cancelCampaign('EM_ANDAMENTO')).toEqual({ ok: true, value: 'CANCELADA' });
    expect(cancelCampaign('PROGRAMADA')).toEqual({ ok: true, value: 'CANCELADA' });
    expect(cancelCampaign('FINALIZADA')).toMatchObject({ ok: false, error: 'ERR_CAMPAIGN_CANNOT_MOVE' });
    expect(restartCampaign('CANCELADA')).toEqual({ ok: true, value: 'EM_ANDAMENTO' });
    expect(restartCampaign('EM_ANDAMENTO')).toMatchObject({ ok: false });
  });
});

describe('what goes to a contact', () => {
  const way = (isCloud: boolean, isOpen: boolean, hasText: boolean, hasTemplate: boolean) =>
    wayTo({ isCloud, isOpen, hasText, hasTemplate });

  test('is the text wherever there is no window, and while it is open', () => {
    expect(way(false, false, true, false)).toBe('text');
    expect(way(true, true, true, true)).toBe('text');
  });

  test('is the template while the window is shut, or without a text', () => {
    expect(way(true, false, true, true)).toBe('template');
    expect(way(true, true, false, true)).toBe('template');
  });

  test('is nothing while the window is shut and there is no template', () => {
    expect(way(true, false, true, false)).toBeNull();
  });
});

describe('a text', () => {
  const ana = { name: 'Ana Prado', number: '5511987654321', email: 'ana@loja.example' };

  test('is filled with the contact and own variables, once, whatever the case of the name', () => {
    const variables = [{ key: 'loja', value: 'Vértice {nome}' }];
    expect(fillCampaign('Oi, {nome}! {NUMERO} {email} {Loja} {outra} {nome}', ana, variables)).toBe(
      'Oi, Ana Prado! 5511987654321 ana@loja.example Vértice {nome} {outra} Ana Prado',
    );
    expect(fillCampaign('{{firstName}} fica', ana, variables)).toBe('{{firstName}} fica');
  });

  test('names what looks like a variable but is none, once', () => {
    const variables = [{ key: 'loja', value: 'Vértice' }];
    expect(unknownVariables('{nome}, {Cupom} e {cupom}: {LOJA} {Cupom} {{firstName}}', variables)).toEqual(['{Cupom}', '{cupom}']);
    expect(unknownVariables('{ Nome } { } {}', [])).toEqual(['{ }']);
  });

  test('keeps the first of two variables with one key, and the names of the product', () => {
    const given = [
      { key: '{Loja}', value: '1' },
      { key: 'loja ', value: '2' },
      { key: 'nome', value: '3' },
      { key: ' ', value: '4' },
    ];
    expect(uniqueVariables(given)).toEqual([{ key: 'Loja', value: '1' }]);
  });

  test('takes turns with the other variants that say something', () => {
    const messages = ['um', ' ', 'três', '', 'cinco'];
    expect(usedVariants(messages).map(({ variant }) => variant)).toEqual([1, 3, 5]);
    expect([0, 1, 2, 3].map((place) => variantFor(messages, place)?.text)).toEqual(['um', 'três', 'cinco', 'um']);
    expect(variantFor(['', ' '], 3)).toBeNull();
  });
});

describe('the pace', () => {
  const pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };

  test('is the interval, then the longer one; by chance up to a quarter longer, never shorter', () => {
    expect(gapMs(pace, 1, 1, 0)).toBe(20_000);
    expect(gapMs(pace, 19, 1, 0.999)).toBeLessThanOrEqual(25_000);
    expect(gapMs(pace, 20, 1, 0)).toBe(60_000);
    expect(gapMs({ ...pace, longerIntervalAfter: 0 }, 500, 1, 0)).toBe(20_000);
    expect(gapMs(pace, 1, 3, 0)).toBe(60_000);
    expect(gapMs({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }, 1, 1, 1)).toBe(0);
  });

  test('waits until the company opens', () => {
    const hours = {
      schedules: [{ weekdayEn: 'tuesday' as const, startTime: '08:00', endTime: '12:00' }],
      holidays: [{ date: '2026-03-11' }],
    };
    const zone = 'America/Sao_Paulo';
    const closing = new Date('2026-03-10T14:59:50Z');
    expect(nextSendAt(closing, { pace, sent: 1, slow: 1, random: 0, hours, timeZone: zone })).toEqual(new Date('2026-03-10T15:00:10Z'));
    // The end minute still counts; tomorrow is a holiday, and a day without hours is open.
    expect(nextOpening(hours, new Date('2026-03-10T15:01:00Z'), zone)).toEqual(new Date('2026-03-12T03:00:00Z'));
  });

  test('says how long it will take', () => {
    expect(durationMs(pace, 1)).toBe(0);
    expect(durationMs({ ...pace, longerIntervalAfter: 0 }, 11)).toBe(10 * 20_000 * 1.125);
    expect(durationMs(pace, 30)).toBe((19 * 20_000 + 10 * 60_000) * 1.125);
    expect(durationMs(pace, 3, 40)).toBe(2 * 60_000 * 1.125);
  });
});

describe('the health of the number', () => {
  test('slows down, and pauses', () => {
    expect(paceOfHealth({ why: [], until: null }, now)).toEqual({ slow: 1, pause: null });
    expect(paceOfHealth({ why: ['failures'], until: null }, now)).toEqual({ slow: 2, pause: null });
    expect(paceOfHealth({ why: ['failures', 'limit_near'], until: null }, now).slow).toBe(4);
    expect(paceOfHealth({ why: ['refused'], until: at(15) }, now).pause).toEqual({ reason: 'refused', until: at(15) });
    const recheck = new Date(now.getTime() + healthRecheckMs);
    expect(paceOfHealth({ why: ['restricted'], until: null }, now).pause).toEqual({
      reason: 'restricted',
      until: recheck,
    });
    // Of a number that may only not answer, campaigns go on.
    expect(paceOfHealth({ why: ['answers_restricted'], until: null }, now)).toEqual({ slow: 1, pause: null });
    expect(paceOfHealth({ why: ['failures', 'blocks'], until: null }, now).pause).toEqual({
      reason: 'failures',
      until: recheck,
    });
  });
});
