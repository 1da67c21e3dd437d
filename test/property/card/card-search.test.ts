import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SearchedCard, tellsCard } from '../../../shared/domain/card/card-search.ts';

const card: SearchedCard = { number: '4546711234567894', expiryMonth: '11', expiryYear: '2031', cvc: '573' };
const formWith = (value: string, name = 'creq') => ({
  action: 'https://acs.example/challenge',
  fields: [[name, value]] as const,
});

const separator = fc.constantFrom('', ' ', '-', '.', '/', '_', '\u00a0', '\n', ' - ', 'x', '\u200b');
/** The number with something between its digits. */
const spaced = fc.array(separator, { minLength: 15, maxLength: 15 }).map((between) =>
  card.number
    .split('')
    .map((digit, index) => `${digit}${between[index] ?? ''}`)
    .join(''),
);
/** Text around it that ends with no digit, so that the number begins and ends where it should. */
const around = fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[0-9%]/g, ''));

const encodings = {
  percent: (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  uri: encodeURIComponent,
  base64: (text: string) => Buffer.from(text).toString('base64'),
  base64url: (text: string) => Buffer.from(text).toString('base64url'),
  lines: (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{7}/g, '$&\r\n'),
  json: (text: string) => JSON.stringify({ acctNumber: text }),
};
const encoded = fc.array(fc.constantFrom(...Object.values(encodings)), { maxLength: 4 });

describe('The search for a card in a form of a bank', () => {
  test('finds the number whatever stands around it and between its digits, in up to four encodings', () => {
    fc.assert(
      fc.property(
        spaced,
        around,
        around,
        encoded,
        fc.constantFrom('value', 'name', 'action'),
        (number, before, after, by, where) => {
          const text = by.reduce((inner, encode) => encode(inner), `${before}${number}${after}`);
          const form = {
            value: formWith(text),
            name: formWith('1', text),
            action: { action: `https://acs.example/${text}`, fields: [] },
          }[where];
          expect(tellsCard(form, card)).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('finds base64 that begins amid other characters of its alphabet', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9+/_-]{0,9}$/), (prefix) => {
        expect(tellsCard(formWith(`${prefix}${encodings.base64(card.number)}`), card)).toBe(true);
      }),
    );
  });

  test('finds a number that is spread over values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), (at) => {
        const fields = [
          ['a', card.number.slice(0, at)],
          ['b', card.number.slice(at)],
        ] as const;
        expect(tellsCard({ action: 'https://acs.example', fields }, card)).toBe(true);
      }),
    );
  });

  test.each(['cvv', 'CV2', 'cvc2', 'Ecom_Payment_Card_Verification_cvv', 'securityCode'])(
    'finds the CVC in %s',
    (name) => {
      expect(tellsCard(formWith('573', name), card)).toBe(true);
      expect(tellsCard(formWith(encodings.base64(JSON.stringify({ [name]: '573', other: 'members' }))), card)).toBe(
        true,
      );
      expect(tellsCard({ action: `https://acs.example/?${name}=573`, fields: [] }, card)).toBe(true);
      expect(tellsCard(formWith('574', name), card)).toBe(false);
      expect(tellsCard(formWith('573', name), { ...card, cvc: '57' })).toBe(false);
    },
  );

  test.each([
    ['Ecom_Payment_Card_ExpDate_Month', '11'],
    ['Ecom_Payment_Card_ExpDate_Year', '31'],
    ['expiry', '11/31'],
    ['expDate', '3111'],
    ['cardExpiryDate', '2031-11'],
    ['cardMonth', '11'],
    ['skt', '1131'],
    ['cardExpireDate', '11 2031'],
  ])('finds the expiry in %s', (name, value) => {
    expect(tellsCard(formWith(value, name), card)).toBe(true);
    expect(tellsCard(formWith(`<${name}>${value}</${name}>`), card)).toBe(true);
    expect(tellsCard(formWith(value.replaceAll('1', '2'), name), card)).toBe(false);
  });

  test('lets pass what is no card: a masked number, an amount, an order, a message of 3D, any text without the number', () => {
    const message = {
      threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      messageType: 'CReq',
      messageVersion: '2.1.0',
    };
    const fields = [
      ['MaskedPan', '454671******7894'],
      ['amount', '11.31'],
      ['taksit', '11'],
      ['xid', '573'],
      ['oid', 'ORDER-573-1131'],
      ['creq', encodings.base64url(JSON.stringify({ ...message, challengeWindowSize: '05' }))],
      ['threeDSSessionData', encodings.base64('ORDER-573-1131')],
    ] as const;
    expect(tellsCard({ action: 'https://acs.example/11/31?month=11&amount=11.31', fields }, card)).toBe(false);
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.base64String({ maxLength: 300 }), (text, base64) => {
        expect(tellsCard({ action: 'https://acs.example', fields: [[text, base64]] }, card)).toBe(false);
      }),
    );
  });

  test('ends soon on the longest form, whatever it holds', () => {
    const startedAt = performance.now();
    for (const unit of ['A', 'QUFB', '%41', '%25', '1', '-', 'a=1&']) {
      expect(tellsCard(formWith(unit.repeat(65_536 / unit.length)), card)).toBe(false);
    }
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test.each([
    ['a CVC in JSON inside JSON', JSON.stringify({ a: JSON.stringify({ cvv: card.cvc }) }), 'MD'],
    ['an expiry as the day on which the card ends', '2031-11-30', 'cardExpiry'],
  ])('finds %s', (_what, value, name) => {
    expect(tellsCard(formWith(value, name), card)).toBe(true);
  });

  test('takes the moment at which a session ends for no expiry', () => {
    expect(tellsCard(formWith('2031-11-30T10:20', 'sessionExpiresAt'), card)).toBe(false);
  });

  test('is not held up by blanks: its time does not grow with the square of their number', () => {
    const startedAtMs = performance.now();
    expect(tellsCard(formWith(`a=${' '.repeat(200_000)}x`), card)).toBe(false);
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  });
});
