import { describe, expect, test } from 'vitest';
import { countAttempt, windowStartOf } from '../../../../shared/domain/link/attempt-count.ts';
import {
  arePasswordsUsedUp,
  countWrongPassword,
  MAX_WRONG_PASSWORDS_PER_LINK,
  MAX_WRONG_PASSWORDS_PER_WINDOW,
  mayTryPassword,
} from '../../../../shared/domain/link/password-count.ts';
import { type LinkProgress, NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9, 3);
const WINDOW_MS = 600_000;
const passwordWindowStartMs = windowStartOf(NOW_MS);
const full = { passwordWindowStartMs, windowPasswords: MAX_WRONG_PASSWORDS_PER_WINDOW };

describe('Wrong passwords of a link (rules 33 and 48)', () => {
  test.each<[string, Partial<LinkProgress>, [mayTry: boolean, usedUp: boolean]]>([
    ['none, as in a row of before they were counted', {}, [true, false]],
    ['one less than a window takes', { ...full, wrongPasswords: 4, windowPasswords: 4 }, [true, false]],
    ['all that a window takes', { ...full, wrongPasswords: 5 }, [false, false]],
    [
      'those of the window before',
      { ...full, wrongPasswords: 5, passwordWindowStartMs: passwordWindowStartMs - WINDOW_MS },
      [true, false],
    ],
    ['one less than a link takes', { wrongPasswords: 19, passwordWindowStartMs, windowPasswords: 4 }, [true, false]],
    ['all that a link takes, in windows long over', { wrongPasswords: 20 }, [false, true]],
    [
      'attempts that fill their own window',
      { attempts: 5, windowStartMs: passwordWindowStartMs, windowAttempts: 5 },
      [true, false],
    ],
  ])('%s', (_what, progress, expected) => {
    expect([mayTryPassword(progress, NOW_MS), arePasswordsUsedUp(progress)]).toEqual(expected);
  });

  test('are counted over windows, beside the attempts and never among them', () => {
    let progress: LinkProgress = NO_PROGRESS;
    const tried: number[] = [];
    for (let atMs = NOW_MS; !arePasswordsUsedUp(progress); atMs += WINDOW_MS) {
      let inWindow = 0;
      for (; mayTryPassword(progress, atMs); inWindow += 1) {
        progress = { ...progress, ...countWrongPassword(progress, atMs) };
      }
      tried.push(inWindow);
    }
    expect(tried).toEqual([5, 5, 5, 5]);
    expect(progress).toMatchObject({ ...NO_PROGRESS, wrongPasswords: MAX_WRONG_PASSWORDS_PER_LINK });
    expect(countAttempt(progress, NOW_MS)).toMatchObject({ progress: { attempts: 1, windowAttempts: 1 } });
  });
});
