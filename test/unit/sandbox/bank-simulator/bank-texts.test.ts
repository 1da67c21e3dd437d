import { expect, test } from 'vitest';
import { bankTexts } from '../../../../functions/sandbox/bank-simulator/bank-texts.ts';
import { languages } from '../../../../shared/domain/language.ts';

/** Every text with where it stands. */
const textsIn = (texts: object, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([name, text]: [string, object | string]) =>
    typeof text === 'string' ? [[`${path}${name}`, text] as const] : textsIn(text, `${path}${name}: `),
  );

const [turkish, english] = [textsIn(bankTexts.tr), textsIn(bankTexts.en)];

test.each(languages)(
  'No text of the embedded bank’s pages is empty, and no behaviour reads like another: %s',
  (language) => {
    const texts = textsIn(bankTexts[language]);
    for (const [path, text] of texts) expect(text.trim(), path).not.toBe('');
    const behaviours = texts.filter(([path]) => path.includes(': '));
    expect(new Set(behaviours.map(([, text]) => text)).size).toBe(behaviours.length);
  },
);

test('The pages have the same texts in both languages, each in its own', () => {
  expect(turkish.map(([path]) => path).toSorted()).toEqual(english.map(([path]) => path).toSorted());
  const inEnglish = new Map(english);
  expect(turkish.filter(([path, text]) => inEnglish.get(path) === text)).toEqual([]);
});
