import type { WACallEvent } from 'baileys';
import { describe, expect, test } from 'vitest';
import { reasonOfClose, refusalOf } from '../failures.ts';
import { callFact, groupFacts, limitsFact, mappingFact, profileFacts } from './notices.ts';

const now = new Date('2026-03-02T10:00:00Z');
const at = now.toISOString();
const ana = '5511987654321@s.whatsapp.net';
const anaLid = '123456789012345@lid';
const both = [
  { kind: 'wa_pn', value: '5511987654321' },
  { kind: 'wa_lid', value: '123456789012345' },
];

describe('calls', () => {
  const call = (more: Partial<WACallEvent>): WACallEvent => ({
    chatId: anaLid,
    from: anaLid,
    callerPn: ana,
    id: 'C1',
    date: now,
    status: 'offer',
    offline: false,
    isVideo: true,
    ...more,
  });

  test('a ringing call carries what rejecting it takes', () => {
    expect(callFact(call({}), now)).toEqual([
      { key: 'c:C1:ringing', kind: 'call', callId: 'C1', from: anaLid, chat: both, video: true, outcome: 'ringing', at, history: false },
    ]);
  });

  test.each([
    [{ status: 'accept' }, null, ['answered']],
    [{ status: 'reject' }, null, ['rejected']],
    [{ status: 'timeout' }, null, ['missed']],
    [{ status: 'terminate' }, null, ['missed']],
    [{ status: 'terminate' }, 'accepted_elsewhere', ['answered']],
    [{ status: 'terminate' }, 'rejected_elsewhere', ['rejected']],
    [{ status: 'offer', offline: true }, null, ['missed']],
    [{ status: 'ringing' }, null, []],
    [{ status: 'transport' }, null, []],
    [{ chatId: 'x', from: 'y', callerPn: undefined }, null, []],
  ] as const)('%o, %s', (more, ended, outcomes) => {
    expect(callFact(call(more), now, ended).map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test('a call of a group belongs to the group', () => {
    const found = callFact(call({ isGroup: true, groupJid: '120363000000000001@g.us', date: new Date(Number.NaN) }), now);
    expect(found).toMatchObject([{ chat: [{ kind: 'group', value: '120363000000000001' }], from: anaLid, at }]);
  });
});

describe('who is who', () => {
  test('a pair of ids is one person, either way round', () => {
    const same = [{ key: 'a:5511987654321=123456789012345', kind: 'same', addresses: both, at }];
    expect(mappingFact({ lid: anaLid, pn: ana }, now)).toEqual(same);
    expect(mappingFact({ lid: ana, pn: anaLid }, now)).toEqual(same);
    expect(mappingFact({ lid: anaLid, pn: '' }, now)).toEqual([]);
  });

  test('names: the phone book before what somebody calls himself', () => {
    const [same, profile] = profileFacts([{ id: anaLid, phoneNumber: ana, name: 'Ana da padaria', notify: 'aninha' }], now);
    expect(same).toMatchObject({ kind: 'same', addresses: both });
    expect(profile).toMatchObject({ kind: 'profile', addresses: both, name: 'Ana da padaria', picture: false });
    expect(profileFacts([{ id: ana, notify: 'aninha' }], now)).toMatchObject([{ addresses: [both[0]], name: 'aninha' }]);
    expect(profileFacts([{ id: ana }, { id: 'status@broadcast', name: 'x' }, {}], now)).toEqual([]);
  });

  test('the same name is one fact a day, another name another', () => {
    const key = (notify: string, time: Date) => profileFacts([{ id: ana, notify }], time)[0]?.key;
    expect(key('Ana', now)).toBe(key('Ana', new Date('2026-03-02T23:00:00Z')));
    expect(key('Ana', now)).not.toBe(key('Ana', new Date('2026-03-03T01:00:00Z')));
    expect(key('Ana', now)).not.toBe(key('Bia', now));
  });

  test('a new or removed picture', () => {
    expect(profileFacts([{ id: ana, imgUrl: 'changed' }], now)).toMatchObject([{ picture: true, name: null }]);
    expect(profileFacts([{ id: '120363000000000001@g.us', imgUrl: 'removed' }], now)).toMatchObject([{ picture: true }]);
    expect(profileFacts([{ id: ana, imgUrl: 'https://x' }], now)).toEqual([]);
  });

  test('groups by their subject', () => {
    const groups = [
      { id: '120363000000000001@g.us', subject: 'Condomínio' },
      { id: '120363000000000002@g.us', desc: 'x' },
      { id: ana, subject: 'x' },
    ];
    expect(groupFacts(groups, now)).toMatchObject([
      { kind: 'profile', addresses: [{ kind: 'group', value: '120363000000000001' }], name: 'Condomínio' },
    ]);
  });
});

describe('limits', () => {
  test('the quota of new chats', () => {
    const capping = { total_quota: 100, used_quota: 80, cycle_end_timestamp: '1772500000', capping_status: 'FIRST_WARNING' } as never;
    expect(limitsFact({ capping }, now)).toMatchObject([
      {
        kind: 'limits',
        restrictedUntil: null,
        reason: 'FIRST_WARNING',
        newChats: { used: 80, total: 100, resetsAt: '2026-03-03T01:06:40.000Z' },
      },
    ]);
    expect(limitsFact({ capping: { used_quota: 3 } }, now)).toEqual([]);
  });

  test.each([
    [
      { isActive: true, timeEnforcementEnds: new Date('2026-03-05T10:00:00Z'), enforcementType: 'BIZ_QUALITY' },
      '2026-03-05T10:00:00.000Z',
      'BIZ_QUALITY',
    ],
    [{ isActive: true }, '2026-03-02T10:01:00.000Z', null],
    [{ isActive: false, enforcementType: 'DEFAULT' }, null, null],
  ])('a lock on beginning chats: %o', (timeLock, restrictedUntil, reason) => {
    expect(limitsFact({ timeLock: timeLock as never }, now)).toMatchObject([{ restrictedUntil, reason, newChats: null }]);
  });
});

describe('refusals', () => {
  test.each([
    ['463', 'refused', 'restricted'],
    ['479', 'retry', 'network'],
    ['404', 'refused', 'not_on_whatsapp'],
    ['403', 'refused', 'not_permitted'],
    ['429', 'retry', 'rate_limited'],
    ['500', 'retry', 'network'],
    ['', 'refused', 'unknown'],
    ['constructor', 'refused', 'unknown'],
  ])('ack error %s', (code, outcome, reason) => {
    const failure = refusalOf(code);
    expect(failure).toMatchObject({ outcome, reason });
    expect(failure.retryAfterMs > 0).toBe(outcome === 'retry');
  });
});

describe('closing', () => {
  const linked = { linked: true, pairing: null };

  test.each([
    [401, 'logged_out', 'never', true],
    [403, 'banned', 'never', true],
    [405, 'outdated', 'backoff', false],
    [408, 'network', 'backoff', false],
    [411, 'bad_session', 'never', true],
    [428, 'network', 'backoff', false],
    [440, 'replaced', 'never', false],
    [500, 'bad_session', 'backoff', false],
    [503, 'network', 'backoff', false],
    [515, 'network', 'now', false],
    [400, 'refused', 'backoff', false],
    [undefined, 'network', 'backoff', false],
  ] as const)('%s is %s', (code, reason, retry, unlinked) => {
    expect(reasonOfClose(code, 'Connection Failure', linked)).toEqual({ reason, retry, unlinked });
  });

  test('408 while nobody uses the codes is not the network', () => {
    const ended = (pairing: 'qr' | 'code' | null) => reasonOfClose(408, 'QR refs attempts ended', { linked: false, pairing });
    expect(ended('qr')).toMatchObject({ reason: 'qr_expired', retry: 'never' });
    expect(ended('code')).toMatchObject({ reason: 'pairing_expired', retry: 'never' });
    expect(reasonOfClose(408, 'Connection was lost', { linked: false, pairing: 'qr' })).toMatchObject({
      reason: 'network',
      retry: 'backoff',
    });
  });
});
