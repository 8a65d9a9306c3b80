import { describe, expect, test } from 'vitest';
import {
  canonicalAddress,
  canonicalNumber,
  firstName,
  formsOf,
  identitiesOf,
  preferred,
  recognisedBy,
  replyAddressOf,
  saysAll,
  searchTerm,
  tellingName,
  usableName,
} from './rules.ts';

const areaCodes =
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  );

describe('numbers as people write them', () => {
  test.each(areaCodes)('area code %s: mobiles get the ninth digit, landlines stay', (area) => {
    const mobile = { ok: true, value: `55${area}987654321` };
    for (const written of [
      `${area}987654321`,
      `${area}87654321`,
      `55${area}987654321`,
      `55${area}87654321`,
      `0${area}987654321`,
      `+55 (${area}) 98765-4321`,
      `+55${area}87654321`,
    ]) {
      expect(canonicalNumber(written), written).toEqual(mobile);
    }
    for (const written of [`${area}32654321`, `55${area}32654321`, `(${area}) 3265-4321`, `0${area}32654321`]) {
      expect(canonicalNumber(written), written).toEqual({ ok: true, value: `55${area}32654321` });
    }
  });

  test.each([
    ['(11) 98765-4321', '5511987654321'],
    ['(11) 9 8765.4321', '5511987654321'],
    ['11 6876-4321', '5511968764321'],
    ['+55 11 98765-4321', '5511987654321'],
    ['0055 11 98765-4321', '5511987654321'],
    ['021 11 98765-4321', '5511987654321'],
    ['0 15 31 3265-4321', '553132654321'],
    ['１１９８７６５４３２１', '5511987654321'],
    // Santa Maria's area code is the country's.
    ['55 98765-4321', '5555987654321'],
    ['55 3226-4321', '555532264321'],
    ['0800 123 4567', '558001234567'],
    ['+1 415 555 2671', '14155552671'],
    ['14155552671', '14155552671'],
    ['001 415 555 2671', '14155552671'],
    ['+351 912 345 678', '351912345678'],
    ['351912345678', '351912345678'],
    ['+44 7911 123456', '447911123456'],
    ['+54 9 11 2345-6789', '5491123456789'],
    ['+52 1 55 1234 5678', '525512345678'],
    ['+52 55 1234 5678', '525512345678'],
  ])('%s is %s', (written, value) => {
    expect(canonicalNumber(written)).toEqual({ ok: true, value });
  });

  test.each([
    '',
    'sem número',
    '98765-4321',
    '12345678',
    '11 1234-5678',
    '(10) 98765-4321',
    '(23) 98765-4321',
    '11 88765-43210',
    '+55 20 98765-4321',
    '+55 11 1234',
    '+123456789012345',
    '00000000000',
    '119876543210000',
  ])('%j is no number', (written) => {
    expect(canonicalNumber(written)).toEqual({ ok: false, error: 'ERR_INVALID_NUMBER' });
  });

  test('canonical numbers are canonical', () => {
    for (const value of ['5511987654321', '553132654321', '14155552671', '351912345678', '525512345678'])
      expect(canonicalNumber(value)).toEqual({ ok: true, value });
  });
});

test.each([
  ['553187654321', '5531987654321'],
  ['5531987654321', '5531987654321'],
  ['553132654321', '553132654321'],
  ['5215512345678', '525512345678'],
  ['14155552671', '14155552671'],
  ['12345', '12345'],
  ['558001234567', '558001234567'],
])('a provider calls %s whom people call %s', (given, canonical) => {
  expect(canonicalAddress(given)).toBe(canonical);
});

describe('identities', () => {
  test('a provider number counts in both forms, a hidden id only as itself', () => {
    expect(
      identitiesOf([
        { kind: 'wa_pn', value: '553187654321' },
        { kind: 'wa_lid', value: '98765432101234' },
        { kind: 'username', value: ' Joana.Silva ' },
      ]),
    ).toEqual([
      { kind: 'phone', value: '5531987654321' },
      { kind: 'wa_pn', value: '553187654321' },
      { kind: 'wa_lid', value: '98765432101234' },
      { kind: 'username', value: 'joana.silva' },
    ]);
    expect(
      identitiesOf([
        { kind: 'phone', value: '+55 31 98765-4321' },
        { kind: 'wa_pn', value: '553187654321' },
        { kind: 'wa_lid', value: ' ' },
      ]),
    ).toHaveLength(2);
  });

  test('a username says who somebody is only where nothing else does', () => {
    const username = { kind: 'username', value: 'joana' } as const;
    expect(recognisedBy([username])).toEqual([username]);
    expect(recognisedBy([username, { kind: 'wa_bsuid', value: 'BR.1' }])).toEqual([{ kind: 'wa_bsuid', value: 'BR.1' }]);
    expect(recognisedBy(identitiesOf([{ kind: 'wa_pn', value: '553187654321' }]))).toEqual([{ kind: 'phone', value: '5531987654321' }]);
  });

  test('of several contacts the one with the number of the event counts, then one with any, then the oldest', () => {
    const hidden = { id: 1, number: '' };
    const [one, two] = [
      { id: 2, number: '5511987654321' },
      { id: 3, number: '5511912345678' },
    ];
    expect(preferred([hidden, two, one], '5511912345678')).toBe(two);
    expect(preferred([hidden, two, one], null)).toBe(one);
    expect(preferred([hidden], '5511912345678')).toBe(hidden);
    expect(preferred([], null)).toBeNull();
  });

  test('only the form of the number used last is old news', () => {
    const contact = {
      identities: identitiesOf([
        { kind: 'wa_pn', value: '5531987654321' },
        { kind: 'wa_pn', value: '553187654321' },
      ]),
    };
    expect(saysAll(contact, [{ kind: 'wa_pn', value: '5531987654321' }])).toBe(true);
    expect(saysAll(contact, [{ kind: 'wa_pn', value: '553187654321' }])).toBe(false);
    expect(saysAll(contact, [{ kind: 'wa_lid', value: '1' }])).toBe(false);
  });

  test('answers go where the person wrote from', () => {
    const phone = { kind: 'phone', value: '5531987654321' } as const;
    const bsuid = { kind: 'wa_bsuid', value: 'BR.1' } as const;
    const lid = { kind: 'wa_lid', value: '987' } as const;
    const old = { kind: 'wa_pn', value: '553187654321' } as const;
    const all = { number: '5531987654321', identities: [phone, lid, bsuid, old] };
    expect(replyAddressOf(all, 'whatsapp_cloud')).toEqual(old);
    expect(replyAddressOf(all, 'whatsapp_web')).toEqual(lid);
    expect(replyAddressOf({ ...all, identities: [phone, old] }, 'whatsapp_web')).toEqual(old);
    expect(replyAddressOf({ ...all, identities: [phone, lid, bsuid] }, 'whatsapp_cloud')).toEqual(bsuid);
    expect(replyAddressOf({ number: '', identities: [lid] }, 'whatsapp_web')).toEqual(lid);
    // The Graph API knows no LID.
    expect(replyAddressOf({ number: '', identities: [lid] }, 'whatsapp_cloud')).toBeNull();
    expect(replyAddressOf({ number: '5531987654321', identities: [lid] }, 'whatsapp_cloud')).toEqual(phone);
    expect(replyAddressOf({ number: '5531987654321', identities: [] }, 'simulator')).toEqual(phone);
    expect(replyAddressOf({ number: '', identities: [] }, 'simulator')).toBeNull();
  });

  test('a number given up takes all its forms along', () => {
    const forms = identitiesOf([{ kind: 'wa_pn', value: '553187654321' }]);
    expect(formsOf('5531987654321', [...forms, { kind: 'wa_lid', value: '987' }, { kind: 'phone', value: '5511912345678' }])).toEqual(
      forms,
    );
  });
});

test('names are cleaned, and something stands in for none', () => {
  expect(usableName('  Ana \u200e\u202e Lima\u0007 ')).toBe('Ana Lima');
  expect(usableName('\u200e ')).toBeNull();
  expect(usableName(null)).toBeNull();
  expect(['.', '~', ' -- ', '+55 31 98765-4321', '51', null].map(tellingName)).toEqual([null, null, null, null, null, null]);
  expect(['Zé 51', '🌻', '李'].map(tellingName)).toEqual(['Zé 51', '🌻', '李']);
  expect(usableName('Família 👩‍👩‍👧')).toBe('Família 👩‍👩‍👧');
  expect([...(usableName('🌻'.repeat(300)) ?? '')]).toHaveLength(100);
  expect(firstName('Ana', '5511987654321')).toBe('Ana');
  expect(firstName(null, '5511987654321')).toBe('5511987654321');
  expect(firstName(null, '')).toBe('Número oculto');
});

test('a masked number is searched by its digits', () => {
  expect(searchTerm('(11) 98765-4321')).toBe('11987654321');
  expect(searchTerm('Ana 2')).toBe('Ana 2');
  expect(searchTerm('+5')).toBe('+5');
});
