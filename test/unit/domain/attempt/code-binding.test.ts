import { describe, expect, test } from 'vitest';
import { answeredAgainBy, bindingOf } from '../../../../shared/domain/attempt/code-binding.ts';
import { type AttemptState, attemptStates, type ReportedOutcome } from '../../../../shared/domain/attempt/states.ts';

const boundIn = (reportedOutcome: ReportedOutcome, binding: string): readonly AttemptState[] =>
  attemptStates.filter((state) => bindingOf([{ state, reportedOutcome }]) === binding);

describe('What binds a code (rule 10)', () => {
  test('an attempt that somebody was told is paid, for ever; one that the bank may have charged, until that is known', () => {
    expect(boundIn('paid', 'paid')).toEqual(attemptStates);
    expect(boundIn('nobody', 'paid')).toEqual(['approved']);
    expect(boundIn('nobody', 'undecided')).toEqual(['charging', 'in-doubt', 'reversing']);
    expect(boundIn('failed', 'free')).toEqual(['authenticating', 'declined', 'closed', 'voided', 'refunded']);
  });

  test('any attempt of the code does, also an earlier one', () => {
    const declined = { state: 'declined', reportedOutcome: 'failed' } as const;
    expect(bindingOf([{ state: 'reversing', reportedOutcome: 'failed' }, declined])).toBe('undecided');
    expect(bindingOf([{ state: 'refunded', reportedOutcome: 'paid' }, declined])).toBe('paid');
    expect(bindingOf([])).toBe('free');
  });
});

describe('The attempt that answers an equal request again (rule 10)', () => {
  const ended = (state: AttemptState, reportedOutcome: ReportedOutcome = 'failed', endedAtMs = 1000) =>
    ({ state, reportedOutcome, startedAtMs: 0, endedAtMs }) as const;

  test('ended unpaid less than a minute ago', () => {
    const declined = ended('declined');
    expect(answeredAgainBy([declined], 1000 + 59_999)).toBe(declined);
    expect(answeredAgainBy([declined], 1000 + 60_000)).toBeUndefined();
    const { endedAtMs: _none, ...old } = declined;
    expect(answeredAgainBy([old], 59_999)).toBe(old);
    expect(answeredAgainBy([old], 60_000)).toBeUndefined();
  });

  test('is the latest of them, and none that is paid or runs', () => {
    const [first, second] = [ended('declined'), ended('closed')];
    expect(answeredAgainBy([first, second, ended('charging', 'nobody'), ended('refunded', 'paid')], 1001)).toBe(second);
    expect(answeredAgainBy([ended('approved', 'paid'), ended('in-doubt')], 1001)).toBeUndefined();
  });
});
