import { expect, test } from 'vitest';
import { progressLine, progressOn } from '../../../infra/operator/progress.ts';

const shown = (isTTY: boolean) => {
  const texts: string[] = [];
  const progress = progressOn({ isTTY, write: (text: string) => texts.push(text) }, 'cards');
  for (const done of [0, 1, 1, 2, 4]) progress.show({ done, total: 4, handled: done * 10 });
  progress.end();
  return texts;
};

test('on a terminal a bar is drawn over itself, and ends with its line', () => {
  const texts = shown(true);
  expect(texts[0]).toBe(`\r[${'.'.repeat(30)}]   0 %  0 cards`);
  expect(texts[3]).toBe(`\r[${'#'.repeat(15)}${'.'.repeat(15)}]  50 %  20 cards`);
  expect(texts[4]).toBe(`\r[${'#'.repeat(30)}] 100 %  40 cards`);
  expect(texts.slice(5)).toEqual(['\n']);
});

test('elsewhere a line says each new percentage once', () => {
  expect(shown(false)).toEqual(['  0 %  0 cards\n', ' 25 %  10 cards\n', ' 50 %  20 cards\n', '100 %  40 cards\n']);
});

test('nothing to do is all done', () => {
  const texts: string[] = [];
  progressOn({ write: (text: string) => texts.push(text) }, 'cards').show({ done: 0, total: 0, handled: 0 });
  expect(texts).toEqual(['100 %  0 cards\n']);
});

test('lines are for somebody at a terminal alone: programs read failures there', () => {
  const texts: string[] = [];
  const write = (text: string) => texts.push(text);
  progressLine({ isTTY: true, write }, 'half');
  progressLine({ write }, 'all');
  expect(texts).toEqual(['half\n']);
});
