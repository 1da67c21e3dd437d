import { describe, expect, test } from 'vitest';
import { fitsWords, MAX_WORDS, readWords, type SearchKind } from '../../../../shared/domain/desk/payment-words.ts';
import type { Language } from '../../../../shared/domain/language.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';

const read = (text: string, kind: SearchKind = 'anything', language: Language = 'tr') =>
  readWords(text, { kind, language });

const link = linkWith({
  buyer: { fullName: 'Işıl Çağlar', email: 'isil@example.com', gsmNumber: '5321112233' },
});
const base = linkAttemptWith(link, { maskedCard: '411111******0042' });
const attempt = { ...base, terms: { ...base.terms, total: minor(125_050), currency: 'TL' as const } };

const finds = (text: string, kind: SearchKind = 'anything', language: Language = 'tr'): boolean => {
  const words = read(text, kind, language);
  if (typeof words !== 'object') throw new Error(`the words cannot be read: ${words ?? 'nothing'}`);
  return fitsWords(words, attempt, link);
};

describe('What somebody typed to find a payment', () => {
  test.each(['', '   '])('%j is nothing', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test.each([
    ['4111 1111 1111 1111', 'anything', 'card-number'],
    ['4111111111111111', 'code', 'card-number'],
    ['Ayşe 4111-1111-1111-1111', 'payer', 'card-number'],
    ['12345', 'card', 'four-digits'],
    ['1a34', 'card', 'four-digits'],
    ['a', 'payer', 'too-short'],
    ['Ayşe', 'amount', 'amount'],
    ['x'.repeat(MAX_WORDS + 1), 'anything', 'too-long'],
  ] as const)('%j as %s is refused: %s', (text, kind, problem) => {
    expect(read(text, kind)).toBe(problem);
  });

  test('a code is compared with no list', () => {
    expect(read('SIP-2041', 'code')).toEqual({ text: 'SIP-2041', kind: 'code', readings: [] });
  });

  test.each([
    ['ışıl', 'anything'],
    ['çağlar', 'payer'],
    ['isil@example', 'anything'],
    ['ISIL@EXAMPLE.COM', 'payer'],
    ['isil caglar', 'anything'],
    ['IŞIL ÇAĞLAR', 'payer'],
    ['İŞ', 'payer'],
    ['0532 111 22 33', 'anything'],
    ['2233', 'payer'],
    ['0042', 'card'],
    ['0042', 'anything'],
    ['1.250,50', 'anything'],
    ['1250,50', 'amount'],
    ['1.250,50 TL', 'amount'],
  ] as const)('%j as %s finds it', (text, kind) => {
    expect(finds(text, kind)).toBe(true);
  });

  test.each([
    ['2233', 'anything'],
    ['0043', 'card'],
    ['1250,51', 'amount'],
    ['$1250.50', 'amount'],
    ['Ahmet', 'anything'],
  ] as const)('%j as %s does not', (text, kind) => {
    expect(finds(text, kind)).toBe(false);
  });
});
