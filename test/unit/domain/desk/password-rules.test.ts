import { describe, expect, test } from 'vitest';
import { LONG_USED_PASSWORDS, MOST_USED_PASSWORDS } from '../../../../shared/domain/desk/most-used-passwords.ts';
import { MAX_PASSWORD, type PasswordProblem, passwordProblem } from '../../../../shared/domain/desk/password-rules.ts';

const owner = { email: 'ayse.yilmaz@shop.example', dealerNames: ['Köşe Kitabevi', 'Ada'] };
const problemOf = (password: string) => passwordProblem(password, owner);

describe('passwords of the desk (rule 53)', () => {
  test.each<[string, PasswordProblem | undefined]>([
    ['', 'too-short'],
    ['elevenchars', 'too-short'],
    ['twelve chars', undefined],
    // A character outside the basic plane is one character.
    ['😀😁😂🤣😃😄😅😆😉😊😋', 'too-short'],
    ['x'.repeat(MAX_PASSWORD + 1), 'too-long'],
    ['my AYSE.Yilmaz 77', 'holds-email'],
    ['ayse.yilmaz@shop.example', 'holds-email'],
    ['köşe kitabevi 2026', 'holds-dealer'],
    ['KöşeKitabevi-kasa', 'holds-dealer'],
    ['KÖŞE KİTABEVİ kasa', 'holds-dealer'],
    ['kose kıtabevı 55', 'holds-dealer'],
    // A short name is part of too many words.
    ['kanada gezisi yazı', undefined],
    ['qazwsxedcrfv', 'most-used'],
    ['PASSWORD2026!', 'most-used'],
    ['!!!!password!!!!', 'most-used'],
    ['2026 football 2026', 'most-used'],
    ['190519191881', 'most-used'],
    ['٠١٢٣٤٥٦٧٨٩٠١', 'most-used'],
    ['aaaaaaaaaaaa', 'most-used'],
    ['!!!!!!!!!!!!!', 'most-used'],
    // The same word inside other words is not what is guessed first.
    ['the football of my aunt', undefined],
    ['dört at, iki deve', undefined],
  ])('%s: %s', (password, problem) => {
    expect(problemOf(password)).toBe(problem);
  });

  test('each listed password that is long enough is refused', () => {
    const long = `${MOST_USED_PASSWORDS} ${LONG_USED_PASSWORDS}`.split(' ').filter((one) => one.length >= 12);
    expect(long.length).toBeGreaterThan(250);
    expect(long.filter((password) => problemOf(password.toUpperCase()) !== 'most-used')).toEqual([]);
  });

  test('each of the 1,000 most used is refused with a year and signs around it', () => {
    const listed = MOST_USED_PASSWORDS.split(' ');
    expect(listed).toHaveLength(1_000);
    const words = listed.filter((one) => /^\p{L}+$/u.test(one));
    expect(words.length).toBeGreaterThan(700);
    expect(words.filter((word) => problemOf(`!!2026--${word}.....1`) !== 'most-used')).toEqual([]);
  });
});
