import { describe, expect, test } from 'vitest';
import { isOtherTrxCode } from '../../../shared/domain/attempt/other-trx-code.ts';
import { holdsCardNumber, maskCardNumbers } from '../../../shared/domain/card/card-number-in-text.ts';
import { isBuyerPhone, isEmail, keptBuyerPhone, normalizeGsm } from '../../../shared/domain/customer/contact.ts';
import { parseRedirectUrl } from '../../../shared/domain/link/redirect-url.ts';

describe('card numbers in free text (rule 32)', () => {
  test.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'Card: 4111111111111111, thanks',
    'PAN4111111111111111x',
    '(5406 6754 0667 5403)',
    'Amex 3782 822463 10005',
    '9792030394440796',
    '4222222222222',
    'first 12 then 4111 1111 1111 1111',
    '6304000000000000000 then more',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111\t1111\n1111 1111',
    '4111 1111-1111 1111',
    'Ref 20261122-4111111111111111',
    '6304 0000 0000 0000 000',
    '3782-822463-10005',
    '4111\u20131111\u20131111\u20131111',
    '4111\u200b1111\u200b1111\u200b1111',
    '\uff14\uff11\uff11\uff11 1111 1111 1111',
    '٤١١١١١١١١١١١١١١١',
    '۴۱۱۱-۱۱۱۱-۱۱۱۱-۱۱۱۱',
    '४१११११११११११११११',
    '\u{1d7d2}\u{1d7cf}\u{1d7cf}\u{1d7cf} 1111 1111 1111',
    'TR 4111 1111 1111 1111',
    'TR12 4111 1111 1111 1111 0000 00',
    'TR33 0006 1005 1978 6457 8413 26 4111111111111111',
  ])('is found: %j', (text) => expect(holdsCardNumber(text)).toBe(true));

  test.each([
    '',
    'No digits at all',
    '4111111111111112',
    '411111111111',
    '1234567890123456789012345678',
    'Order 1234567890123',
    '+90 532 111 22 33',
    '0532 111 22 33',
    '0532 111 22 33, 0533 444 55 66',
    'TR330006100519786457841326',
    'TR33 0006 1005 1978 6457 8413 26',
    'IBAN: TR32 0010 0099 9990 1234 5678 90',
    'tr33 0006 1005 1978 6457 8413 26',
    'TR33\u00a00006\u00a01005\u00a01978\u00a06457\u00a08413\u00a026',
    '4111     1111     1111     1111',
    '4111  1111  1111  1111',
    '4111 - 1111 - 1111 - 1111',
    '4111.1111/1111 1111',
    '4111_1111_1111_1111',
    '4111 1111\r\n1111 1111',
    // An order number, a hyphen and a time stamp, whose digits together form a card number.
    '411111-11111111 11',
    '4111111-111111111',
    'N-411111-20261122144229',
    '41 1111 1111 1111 11',
    '3782 8224 6310 005',
    '2026-01-15 12:30',
    'Fatura 2026/000123, 1.250,00 TL',
    '4111, 1111; 1111: 1111',
  ])('is not found: %j', (text) => expect(holdsCardNumber(text)).toBe(false));

  test('is found in the digits of every script', () => {
    const systems = Intl.supportedValuesOf('numberingSystem');
    const spelled = systems.map((numberingSystem) =>
      new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(4111111111111111n),
    );
    const positional = spelled.filter((text) => /^\p{Nd}{16}$/u.test(text));
    expect(positional.length).toBeGreaterThan(50);
    expect(positional.filter((text) => !holdsCardNumber(text))).toEqual([]);
  });

  /** Grouped IBANs of a bank whose code ends with 4, so that the digits from there on are those of a card by chance. */
  const ibans = Array.from({ length: 500 }, (_, account) => {
    const bban = `00064${String(account * 7_919_797).padStart(17, '0')}`;
    const check = 98n - (BigInt(`${bban}292700`) % 97n);
    return `TR${String(check).padStart(2, '0')}${bban}`.replaceAll(/(.{4})(?=.)/g, '$1 ');
  });
  const likeCards = ibans.filter((iban) => holdsCardNumber(iban.replace('TR', 'XX')));

  test('no valid IBAN is taken for one, whatever its groups add up to', () => {
    expect(likeCards.length).toBeGreaterThan(20);
    expect(ibans.filter((iban) => holdsCardNumber(`Havale: ${iban}`))).toEqual([]);
    expect(likeCards.filter((iban) => holdsCardNumber(iban.toLowerCase()))).toEqual([]);
  });

  test('an IBAN with a wrong check sum, with a digit more, or of another country hides no card number', () => {
    for (const iban of likeCards) {
      const check = Number(iban.slice(2, 4)) % 97;
      const wrong = `TR${String(check + 1).padStart(2, '0')}${iban.slice(4)}`;
      expect([wrong, `${iban}0`, iban.replace('TR', 'DE')].filter((text) => !holdsCardNumber(text))).toEqual([]);
    }
  });

  test('an IBAN is shown as it is, and a card number beside it is masked', () => {
    const [iban = ''] = likeCards;
    expect(maskCardNumbers(`${iban} 4111111111111111`)).toBe(`${iban} ${'•'.repeat(16)}`);
  });

  test('the digits are masked, and everything else stays', () => {
    expect(maskCardNumbers('Pay 4111 1111-1111 1111 now, 12 pieces')).toBe('Pay •••• ••••-•••• •••• now, 12 pieces');
    expect(maskCardNumbers('4111111111111111 and 5406675406675403')).toBe(`${'•'.repeat(16)} and ${'•'.repeat(16)}`);
    expect(maskCardNumbers('٤١١١١١١١١١١١١١١١ 7')).toBe(`${'•'.repeat(16)} 7`);
    expect(maskCardNumbers('4111\u00a01111 \uff11111 1111')).toBe('••••\u00a0•••• •••• ••••');
    expect(maskCardNumbers('TR33 0006 1005 1978 6457 8413 26')).toBe('TR33 0006 1005 1978 6457 8413 26');
  });
});

describe('contacts (decisions: phones)', () => {
  test.each([
    '5301111111',
    '05301111111',
    '905301111111',
    '+905301111111',
    '+90 530 111 11 11',
    '0 530 1111111',
    '530-111-11-11',
    '0(530) 111.11.11',
    '(530) 1111111',
  ])('%s is 5301111111', (text) => expect(normalizeGsm(text)).toBe('5301111111'));

  test.each([
    '',
    '530111111',
    '53011111111',
    '2121111111',
    '+15301111111',
    '00905301111111',
    '530/111/11/11',
    '5301111111x',
    '٥301111111',
  ])('%j is no mobile number', (text) => expect(normalizeGsm(text)).toBeUndefined());

  test.each([
    '5301111111',
    '0212 111 22 33',
    '+90 (212) 111-22-33',
    '(0212) 111 22 33',
    '+49 1512 3456789',
    '1112233',
    '123456789012345',
    // With a plus in front it is a phone, whatever its check digit.
    '+371449635398431',
  ])('%s can be the phone of a buyer, and is kept as it was given', (text) => {
    expect([isBuyerPhone(text), keptBuyerPhone(text)]).toEqual([true, text]);
  });

  test.each([
    ['', ''],
    ['123456', '123456'],
    ['1234567890123456', '1234567890123456'],
    ['call me', 'call me'],
    ['++905301111111', '++905301111111'],
    ['530 111 11 11 ext. 12', '530 111 11 11 ext. 12'],
    ['x'.repeat(31), 'x'.repeat(30)],
    ['371449635398431', '•'.repeat(15)],
    ['my card 4111 1111 1111 1111', 'my card •••• •••• •••• ••••'],
  ])('%j is none; a payment keeps %j of it', (text, kept) => {
    expect([isBuyerPhone(text), keptBuyerPhone(text)]).toEqual([false, kept]);
  });

  test.each(['a@b.co', 'elif.yilmaz+shop@mail.example.com', `${'a'.repeat(64)}@example.com`])(
    '%s is an e-mail address',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  test.each([
    '',
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a@b.',
    'a@.b',
    'a@-b.co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'a b@c.co',
    'a@b.co\n',
    'a@b.co,c@d.co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b.'.repeat(130)}co`,
    'ü@b.co',
    '<a@b.co>',
    // Some mail programs decode it into another address.
    '=?utf-8?q?x?=@b.co',
  ])('%j is none', (text) => expect(isEmail(text)).toBe(false));
});

describe('OtherTrxCode (rule 12)', () => {
  test('claims its place by 1 to 128 well-formed characters, as they are', () => {
    expect(['a', ' a ', 'ı#/😀', '😀'.repeat(128)].every(isOtherTrxCode)).toBe(true);
    expect(['', ' ', '\t', '😀'.repeat(129), '\ud800'].some(isOtherTrxCode)).toBe(false);
  });
});

describe('RedirectUrl (rule 31)', () => {
  const anywhere = { loopbackHttpAllowed: false, allowedHosts: 'any host' } as const;

  test.each([
    ['https://shop.example', 'https://shop.example/', false],
    ['HTTPS://SHOP.example:443/a/../b', 'https://shop.example/b', false],
    ['https://shop.example/r?x=1', 'https://shop.example/r?x=1', true],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/', false],
    [' https://shop.example/a b\t', 'https://shop.example/a%20b', false],
    ['https://shop.example/"><script>', 'https://shop.example/%22%3E%3Cscript%3E', false],
  ])('%s is stored as %s', (text, href, hasQuery) =>
    expect(parseRedirectUrl(text, anywhere)).toEqual({ href, hasQuery }),
  );

  test.each([
    ['', 'not-an-address'],
    ['shop.example', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https:///', 'not-an-address'],
    ['javascript:alert(1)', 'not-an-address'],
    ['data:text/html,x', 'not-an-address'],
    ['http://shop.example/', 'not-https'],
    ['ftp://shop.example/', 'not-https'],
    ['http://localhost/', 'not-https'],
    ['https://user@shop.example/', 'credentials'],
    ['https://user:pass@shop.example/', 'credentials'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'too-long'],
    [`https://shop.example/${'ş'.repeat(1000)}`, 'too-long'],
  ])('%s is refused: %s', (text, problem) => expect(parseRedirectUrl(text, anywhere)).toBe(problem));

  test.each(['http://localhost:3000/r', 'http://127.0.0.1/r', 'http://127.1/r', 'http://[::1]:8080/r'])(
    'a sandbox stage takes %s',
    (text) => expect(parseRedirectUrl(text, { ...anywhere, loopbackHttpAllowed: true })).toBeTypeOf('object'),
  );

  test.each(['http://localhost.evil.example/', 'http://127.0.0.1.evil.example/', 'http://[::2]/'])(
    'a sandbox stage does not take %s',
    (text) => expect(parseRedirectUrl(text, { ...anywhere, loopbackHttpAllowed: true })).toBe('not-https'),
  );

  test('a dealer that is limited to hosts may use these alone', () => {
    const policy = { ...anywhere, allowedHosts: ['shop.example'] };
    expect(parseRedirectUrl('https://SHOP.example:8443/r', policy)).toBeTypeOf('object');
    for (const host of ['other.example', 'sub.shop.example', 'shop.example.evil', 'shop.example.']) {
      expect(parseRedirectUrl(`https://${host}/r`, policy)).toBe('host-not-allowed');
    }
    expect(parseRedirectUrl('https://shop.example/', { ...anywhere, allowedHosts: [] })).toBe('host-not-allowed');
  });
});
