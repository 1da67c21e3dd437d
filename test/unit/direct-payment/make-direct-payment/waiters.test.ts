import { describe, expect, test } from 'vitest';
import { Waiters } from '../../../../functions/direct-payment/make-direct-payment/waiters.ts';

/** A call that waits until the test lets it go. */
const waiting = (waiters: Waiters, name: string) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { answer: waiters.admit(name, () => promise), go: () => resolve('done') };
};

describe('Calls that wait for one code (rule 10)', () => {
  test('are two at once: the third is told that the payment still runs, and those of another code are not counted', async () => {
    const waiters = new Waiters();
    const [first, second] = [waiting(waiters, 'A'), waiting(waiters, 'A')];
    await expect(waiters.admit('A', async () => 'never')).rejects.toMatchObject({
      reason: 'StillRunning',
      sentence: 'A payment with this OtherTrxCode is still running; repeat the request later.',
    });
    expect(await waiters.admit('B', async () => 'at once')).toBe('at once');
    first.go();
    second.go();
    expect(await Promise.all([first.answer, second.answer])).toEqual(['done', 'done']);
  });

  test('make room as they leave, each for one other, also where they fail', async () => {
    const waiters = new Waiters();
    const [first, second] = [waiting(waiters, 'A'), waiting(waiters, 'A')];
    first.go();
    await first.answer;
    await expect(waiters.admit('A', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    const third = waiting(waiters, 'A');
    await expect(waiters.admit('A', async () => 'never')).rejects.toMatchObject({ reason: 'StillRunning' });
    second.go();
    third.go();
    await Promise.all([second.answer, third.answer]);
    const others = [waiting(waiters, 'A'), waiting(waiters, 'A')];
    await expect(waiters.admit('A', async () => 'never')).rejects.toMatchObject({ reason: 'StillRunning' });
    for (const { go } of others) go();
    await Promise.all(others.map(({ answer }) => answer));
  });
});
