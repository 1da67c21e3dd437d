import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gsmSpelling, smsSize } from '../../../../shared/domain/message/gsm-text.ts';
import { shortMoment } from '../../../../shared/domain/message/moment-text.ts';
import { shownValue } from '../../../../shared/domain/message/shown-value.ts';
import { type SmsValues, smsText, templateProblem } from '../../../../shared/domain/message/sms-text.ts';

/** As long as the address of a link on an API without a domain of its own. */
const LINK = `https://abcdefghij.execute-api.eu-central-1.amazonaws.com/pay/k3v7q2mzt5w4y6xa2bcdefgh3i.${'A_-9'.repeat(5)}bc`;
const values: SmsValues = {
  dealer: 'Işık Çiçekçilik',
  amount: '1.234,50 TL',
  expires: '29.11. 14:30 GMT+3',
  link: LINK,
};

/** Any text, and texts of the pieces that addresses are made of. */
const dealersTexts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        'evil',
        '.',
        'com',
        'bit.ly',
        '//',
        'http://',
        ':',
        '@',
        '/',
        '。',
        ' ',
        '\n',
        '\u202e',
        '\u200b',
        'A',
        'Ş',
        '1',
        '10.0.0.1',
        '{link}',
        'Ltd',
        'x',
      ),
      { maxLength: 24 },
    )
    .map((parts) => parts.join('')),
);

describe('the alphabet of an SMS', () => {
  test.each([
    ['Işık Çiçekçilik', 'Isik Çicekcilik'],
    ['GÜLŞEN İĞDE', 'GÜLSEN IGDE'],
    ['₺5 – “söz”…', 'TL5 - "söz"...'],
    ['Zoë Ångström Dvořák', 'Zoe Ångström Dvorak'],
    ['кафе 😀 x', '  x'],
  ])('%s is written %s', (text, written) => {
    expect(gsmSpelling(text)).toBe(written);
  });

  test.each([
    ['160 letters', 'a'.repeat(160), 'gsm-7', 1],
    ['161 letters', 'a'.repeat(161), 'gsm-7', 2],
    ['306 letters', 'a'.repeat(306), 'gsm-7', 2],
    ['307 letters', 'a'.repeat(307), 'gsm-7', 3],
    ['80 euro signs', '€'.repeat(80), 'gsm-7', 1],
    // An escape stays with its character: 153 units hold 76 of them, not 76.5.
    ['153 euro signs', '€'.repeat(153), 'gsm-7', 3],
    ['70 Turkish letters', 'ş'.repeat(70), 'ucs-2', 1],
    ['71 Turkish letters', 'ş'.repeat(71), 'ucs-2', 2],
    ['135 Turkish letters', 'ş'.repeat(135), 'ucs-2', 3],
    ['35 emoji', '😀'.repeat(35), 'ucs-2', 1],
    ['67 emoji', '😀'.repeat(67), 'ucs-2', 3],
  ] as const)('the size of %s', (_name, text, encoding, segments) => {
    expect(smsSize(text)).toEqual({ encoding, segments });
  });

  test('whatever is written ends in the GSM alphabet', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(smsSize(gsmSpelling(text)).encoding).toBe('gsm-7');
      }),
    );
  });
});

describe('texts of dealers and payers in a message (rule 43)', () => {
  test.each([
    ['Örnek Mağaza', 'Örnek Mağaza'],
    ['Işık San.Tic.Ltd.Şti.', 'Işık San. Tic. Ltd. Şti.'],
    ['Yıldız A.Ş.', 'Yıldız A. Ş.'],
    ['M.Ali Kaya', 'M. Ali Kaya'],
    ['Pay at evil.com now', 'Pay at now'],
    ['bit.ly/x', ''],
    ['see HTTP://10.0.0.1/a', 'see'],
    ['10.0.0.1', '10 0 0 1'],
    ['evil。com', ''],
    ['ｅｖｉｌ．ｃｏｍ', ''],
    ['e\u200bvil.com', 'e'],
    ['mail me a@b.co', 'mail me'],
    ['WWW.evil', ''],
    ['tel:0532', 'tel: 0532'],
    ['two\r\nlines\u2028here', 'two lines here'],
    ['4111 1111 1111 1111', '•••• •••• •••• ••••'],
    ['a'.repeat(50), 'a'.repeat(40)],
  ])('%j is shown as %j', (text, shown) => {
    expect(shownValue(text)).toBe(shown);
  });

  test('at most 40 characters on one line, and nothing that a phone makes a link of', () => {
    fc.assert(
      fc.property(dealersTexts, (text) => {
        const shown = shownValue(text);
        expect(Array.from(shown).length).toBeLessThanOrEqual(40);
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}@]|:\/\/|\/\/|[\p{L}\p{N}]\.\p{L}|(?:\d+\.){3}\d/u);
        expect(shownValue(shown)).toBe(shown);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the text of an SMS', () => {
  test.each([
    ['tr', 'link', `Isik Çicekcilik 1.234,50 TL: ${LINK}`],
    ['en', 'reminder', `Isik Çicekcilik 1.234,50 TL: ${LINK}`],
  ] as const)('%s %s', (language, kind, expected) => {
    expect(smsText(values, { language, kind })).toBe(expected);
  });

  test('a service with a short address says more', () => {
    const link = `https://ode.example/pay/${LINK.slice(-49)}`;
    expect(smsText({ ...values, link }, { language: 'tr', kind: 'link' })).toBe(
      `Isik Çicekcilik: 1.234,50 TL ödeme baglantiniz. Son ödeme 29.11. 14:30 GMT+3: ${link}`,
    );
  });

  test('whatever a dealer is called, it is one segment, and holds its one link whole and nothing else of the kind', () => {
    fc.assert(
      fc.property(
        dealersTexts,
        fc.constantFrom('tr', 'en'),
        fc.constantFrom('link', 'reminder'),
        (dealer, language, kind) => {
          const text = smsText({ ...values, dealer }, { language, kind });
          expect(smsSize(text)).toEqual({ encoding: 'gsm-7', segments: 1 });
          expect(text.endsWith(` ${LINK}`)).toBe(true);
          expect(text.slice(0, -LINK.length)).not.toMatch(/[\p{C}@]|:\/\/|[\p{L}\p{N}]\.\p{L}/u);
        },
      ),
    );
  });

  test('letters that the alphabet lacks signs between make no address', () => {
    // A digit with a full stop and a letter in brackets, each one character: the brackets have no spelling.
    expect(smsText({ ...values, dealer: '\u2488\u{1F12A}' }, { language: 'tr', kind: 'link' })).toMatch(/^1\. S: /);
  });

  test("a dealer's own template comes first where it fits, and a name fills no placeholder of it", () => {
    const link = `https://ode.example/pay/${LINK.slice(-49)}`;
    const own = 'Siparişiniz hazır, {amount}: {link} {dealer}';
    expect(smsText({ ...values, dealer: 'x {link} y', link }, { language: 'tr', kind: 'link', own })).toBe(
      `Siparisiniz hazir, 1.234,50 TL: ${link} x {link} y`,
    );
  });

  test.each([
    ['Öde {amount}: {link}', undefined],
    ['Öde {amount}', 'must hold {link} once'],
    ['{link} {link}', 'must hold {link} once'],
    ['Öde:{link}', 'must have blanks around {link}'],
    ['{link} {card}', 'may hold {dealer}, {amount}, {expires} and {link}, and no other braces'],
    ['evil.com {link}', 'must hold no address'],
    [`{link} ${'a'.repeat(120)}`, 'must have at most 120 characters'],
  ])('the template %j: %s', (template, problem) => {
    expect(templateProblem(template)).toBe(problem);
  });
});

test('a moment is told in Istanbul, with its zone, and with its year where that could be mistaken', () => {
  const nowMs = Date.UTC(2026, 10, 22);
  const near = Date.UTC(2026, 10, 29, 22, 5);
  expect(shortMoment(near, { language: 'tr', nowMs })).toBe('30.11. 01:05 GMT+3');
  expect(shortMoment(near, { language: 'en', nowMs })).toBe('30 Nov 01:05 GMT+3');
  expect(shortMoment(Date.UTC(2027, 10, 1), { language: 'tr', nowMs })).toBe('01.11.2027 03:00 GMT+3');
});
