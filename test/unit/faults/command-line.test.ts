import { describe, expect, test } from 'vitest';
import { readFaultsCall, WrongOption } from '../../faults/command-line.ts';

const known = { kinds: ['link', 'direct', 'life'], cores: 4 };
const read = (text: string) => readFaultsCall(text === '' ? [] : text.split(' '), known);

describe('The options of `npm run faults`', () => {
  test.each([
    ['', { how: 'in-turn', kinds: known.kinds, first: 1 }],
    ['--kind life --seeds 5 --first 9', { how: 'in-turn', kinds: ['life'], first: 9, seeds: 5 }],
    ['--kind life --seed 7', { how: 'one', kind: 'life', seed: 7 }],
    ['--all', { how: 'all', kinds: known.kinds, cores: 4, folder: '.faults' }],
    [
      '--all --minutes 0.5 --cores 2 --kind life --kind link --seeds 3 --folder f',
      { how: 'all', kinds: ['link', 'life'], cores: 2, folder: 'f', wanted: 3, minutes: 0.5 },
    ],
  ])('%s', (text, call) => {
    expect(read(text)).toEqual(call);
  });

  test.each([
    ['--seed 7', '--seed needs one --kind.'],
    ['--kind lin', 'There is no kind "lin". Kinds are link, direct, life.'],
    ['--seeds 0', '--seeds is a whole number from 1 to 10000000, not "0".'],
    ['--kind life --seed 1e3', '--seed is a whole number from 1 to 10000000, not "1e3".'],
    ['--kind life --seed 1 --seeds 2', '--seeds does not go with --seed, which is one seed.'],
    ['--all --first 2', '--first does not go with --all, which begins with seed 1.'],
    ['--all --minutes 0', '--minutes is a number above 0, at most 10080, not "0".'],
    ['--all --minutes soon', '--minutes is a number above 0, at most 10080, not "soon".'],
    ['--minutes 5', '--minutes goes with --all only.'],
    ['--cores 2', '--cores goes with --all only.'],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(() => read(text)).toThrow(new WrongOption(sentence));
  });

  test('an option that is not there is refused with the list of those that are', () => {
    expect(() => read('--every')).toThrow(/^Unknown option '--every'\. Options are --all, --kind, /);
  });
});
