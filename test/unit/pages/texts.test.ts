import { describe, expect, test } from 'vitest';
import { texts } from '../../../shared/pages/texts.ts';
import { textsOfLinks } from '../../../shared/pages/texts-of-links.ts';

type Leaf = readonly [path: string, text: string];

/** Every text with its path. Texts with a parameter are called with a number or an amount. */
const leavesOf = (node: unknown, path = ''): readonly Leaf[] => {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return [[path, String((node as (...given: unknown[]) => unknown)(3, 3))]];
  return Object.entries(node as object).flatMap(([name, value]) => leavesOf(value, `${path}.${name}`));
};

describe('the texts of the pages', () => {
  const turkish = [...leavesOf(texts.tr), ...leavesOf(textsOfLinks.tr, '.links')];
  const english = new Map([...leavesOf(texts.en), ...leavesOf(textsOfLinks.en, '.links')]);
  /** Texts that are equal in both languages. */
  const shared = ['.cardForm.cvcHint'];

  test('both languages have the same ones', () => {
    expect(turkish.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted());
    expect(turkish.length).toBeGreaterThan(90);
  });

  test.each(turkish)('%s is said in both, in words of their own', (path, text) => {
    const other = english.get(path) ?? '';
    expect([text.trim(), other.trim()]).not.toContain('');
    expect(`${text}${other}`).not.toMatch(/undefined|null|\$\{/);
    if (!shared.includes(path)) expect(other).not.toBe(text);
  });

  test('counts are written as people do', () => {
    expect(texts.en.pause.sentence(1)).toContain('1 minute.');
    expect(texts.en.pause.sentence(2)).toContain('2 minutes.');
    expect(texts.tr.pause.sentence(2)).toContain('2 dakika ');
    expect(texts.en.installments.count(1)).toBe('Single payment');
    expect(texts.tr.installments.count(1)).toBe('Tek çekim');
    expect(texts.en.moreProducts(1)).toBe('and 1 more product');
  });
});
