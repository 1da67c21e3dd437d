import { describe, expect, test } from 'vitest';
import { bindingOf, isUndecided } from '../../../../shared/domain/attempt/code-binding.ts';
import { type AttemptState, attemptStates, type ReportedOutcome } from '../../../../shared/domain/attempt/states.ts';
import { maskCard } from '../../../../shared/domain/card/card-rules.ts';
import { directRepeatOf, isSameCard } from '../../../../shared/domain/direct-payment/direct-repeat.ts';
import { directContext } from '../../../support/payment/direct-payment-context.ts';

const token = '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b';
const number = '4111111111111111';
const { direct: byNumber } = {
  direct: { operation: 'DoDirectPayment', pooled: false, splits: [], buyer: {}, basket: [], caller: {} } as const,
};
const byToken = { ...byNumber, cardToken: token };
const maskedCard = maskCard(number);

describe('The card of a repeat is the card of the attempt', () => {
  test.each([
    [true, 'the same number', byNumber, { number }],
    [true, 'the same number, grouped', byNumber, { number: '4111 1111-1111 1111' }],
    [false, 'another number', byNumber, { number: '5406675406675403' }],
    [false, 'a number that cannot be one', byNumber, { number: '4111' }],
    [false, 'nothing at all', byNumber, {}],
    [true, 'the same token, however it is written', byToken, { token: ` ${token.toUpperCase()} ` }],
    [false, 'another token', byToken, { token: token.replace('0', '1') }],
    [false, 'a token instead of the number', byNumber, { token }],
    [false, 'the number instead of its token', byToken, { number }],
  ])('%s: %s', (same, _title, direct, card) => {
    expect(isSameCard({ maskedCard, direct }, directContext({ card }).fields)).toBe(same);
  });
});

/** An attempt of a code: what it asked for, the card, how it stands, and how long ago it ended. */
type Tried = [
  fingerprint: string,
  card: string,
  state: AttemptState,
  reportedOutcome: ReportedOutcome,
  endedAgoMs?: number,
];

const NOW_MS = 1_000_000;
const MINUTE = 60_000;

const attemptsOf = (tried: readonly Tried[]) => {
  const all = tried.map(([fingerprint, card, state, reportedOutcome, endedAgoMs = MINUTE], index) => ({
    number: index + 1,
    fingerprint,
    maskedCard: maskCard(card),
    direct: byNumber,
    state,
    reportedOutcome,
    startedAtMs: 0,
    ...(isUndecided({ state }) ? {} : { endedAtMs: NOW_MS - endedAgoMs }),
  }));
  const [first = expect.unreachable(), ...others] = all;
  return [first, ...others] as const;
};

const CARD = '4111111111111111';
const OTHER = '5406675406675403';

/** What a request gets, with the number of the attempt that it is about. */
const answered = (tried: readonly Tried[], fingerprint: string, card: string): string => {
  const fields = directContext({ card: { number: card } }).fields;
  const repeat = directRepeatOf(attemptsOf(tried), { request: { fingerprint, card: fields.card }, nowMs: NOW_MS });
  if (repeat.kind === 'outcome-of') return `outcome of ${repeat.attempt.number}`;
  return repeat.kind === 'new-attempt' ? `after ${repeat.after.number}` : repeat.kind;
};

describe('What a request with a known code gets (rule 10)', () => {
  const SOON = MINUTE - 1;
  type Case = [gets: string, title: string, tried: Tried[], fingerprint: string, card: string];

  test.each<Case>([
    ['outcome of 1', 'the same request after "paid", with any card', [['A', CARD, 'approved', 'paid']], 'A', OTHER],
    ['outcome of 1', 'the same one after a void of what was reported paid', [['A', CARD, 'voided', 'paid']], 'A', CARD],
    ['outcome of 1', 'the same one while it is charged', [['A', CARD, 'charging', 'nobody']], 'A', OTHER],
    ['outcome of 1', 'the same one in doubt', [['A', CARD, 'in-doubt', 'nobody']], 'A', CARD],
    ['outcome of 1', 'the same one while it is given back', [['A', CARD, 'reversing', 'failed']], 'A', OTHER],
    ['outcome of 1', 'the same one within a minute', [['A', CARD, 'declined', 'failed', SOON]], 'A', CARD],
    ['after 1', 'the same one after a minute', [['A', CARD, 'declined', 'failed']], 'A', CARD],
    ['after 1', 'the same one with another card, at once', [['A', CARD, 'declined', 'failed', 0]], 'A', OTHER],
    ['after 1', 'another request after a decline, at once', [['A', CARD, 'declined', 'failed', 0]], 'B', CARD],
    ['after 1', 'another one after a reversal reported failed', [['A', CARD, 'voided', 'failed', 0]], 'B', CARD],
    ['after 1', 'another one after a reversal told to nobody', [['A', CARD, 'refunded', 'nobody', 0]], 'B', CARD],
    ['undecided', 'another one while the first is charged', [['A', CARD, 'charging', 'nobody']], 'B', CARD],
    ['undecided', 'another one while the first is in doubt', [['A', CARD, 'in-doubt', 'nobody']], 'B', CARD],
    ['undecided', 'another one while the first is given back', [['A', CARD, 'reversing', 'failed']], 'B', OTHER],
    ['paid', 'another one after "paid"', [['A', CARD, 'approved', 'paid']], 'B', CARD],
    ['paid', 'another one after a void of what was reported paid', [['A', CARD, 'voided', 'paid']], 'B', CARD],
    ['paid', 'another one after a refund of what was reported paid', [['A', CARD, 'refunded', 'paid']], 'B', CARD],
  ])('%s: %s', (gets, _title, tried, fingerprint, card) => {
    expect(answered(tried, fingerprint, card)).toBe(gets);
  });

  const declinedThen = (...next: Tried): Tried[] => [['A', CARD, 'declined', 'failed', SOON], next];

  test.each<Case>([
    [
      'outcome of 1',
      'within a minute, though another request was declined since',
      declinedThen('B', CARD, 'declined', 'failed', 0),
      'A',
      CARD,
    ],
    [
      'outcome of 1',
      'within a minute, though another request is charged',
      declinedThen('B', CARD, 'charging', 'nobody'),
      'A',
      CARD,
    ],
    [
      'outcome of 1',
      'within a minute, though another request was paid',
      declinedThen('B', CARD, 'approved', 'paid'),
      'A',
      CARD,
    ],
    [
      'outcome of 2',
      'within a minute, once it was paid with another card',
      declinedThen('A', OTHER, 'approved', 'paid'),
      'A',
      CARD,
    ],
    [
      'outcome of 1',
      'within a minute, while it is charged with another card',
      declinedThen('A', OTHER, 'charging', 'nobody'),
      'A',
      CARD,
    ],
    [
      'after 2',
      'with another card, once another request was declined',
      declinedThen('B', CARD, 'declined', 'failed', 0),
      'A',
      OTHER,
    ],
    [
      'undecided',
      'with another card, while another request is charged',
      declinedThen('B', CARD, 'charging', 'nobody'),
      'A',
      OTHER,
    ],
    [
      'paid',
      'with another card, once another request was paid',
      declinedThen('B', CARD, 'approved', 'paid'),
      'A',
      OTHER,
    ],
  ])('%s: an earlier request %s', (gets, _title, tried, fingerprint, card) => {
    expect(answered(tried, fingerprint, card)).toBe(gets);
  });

  test.each<[gets: string, title: string, tried: Tried[]]>([
    [
      'after 2',
      'begins the next attempt a minute after its own end',
      [
        ['A', CARD, 'declined', 'failed'],
        ['B', CARD, 'declined', 'failed', 0],
      ],
    ],
    [
      'undecided',
      'waits for an early attempt of another request that is given back late',
      [
        ['B', CARD, 'reversing', 'failed'],
        ['A', CARD, 'declined', 'failed'],
      ],
    ],
    [
      'outcome of 1',
      'hears of its own early attempt that is given back late',
      [
        ['A', CARD, 'reversing', 'failed'],
        ['B', CARD, 'declined', 'failed'],
      ],
    ],
    [
      'paid',
      'is refused for an early "paid", whatever followed',
      [
        ['B', CARD, 'voided', 'paid'],
        ['A', CARD, 'declined', 'failed'],
      ],
    ],
  ])('%s: a request %s', (gets, _title, tried) => {
    expect(answered(tried, 'A', CARD)).toBe(gets);
  });

  test('has at most ten attempts, whatever they asked for', () => {
    const ten = (last: Tried): readonly Tried[] => [
      ...Array.from({ length: 9 }, (_, at): Tried => [`${at}`, CARD, 'declined', 'failed']),
      last,
    ];
    expect(answered(ten(['A', CARD, 'declined', 'failed']), 'B', CARD)).toBe('used-up');
    expect(answered(ten(['A', CARD, 'declined', 'failed']), 'A', OTHER)).toBe('used-up');
    expect(answered(ten(['A', CARD, 'declined', 'failed', SOON]), 'A', CARD)).toBe('outcome of 10');
    expect(answered(ten(['A', CARD, 'charging', 'nobody']), 'B', CARD)).toBe('undecided');
  });

  test('that cannot be read is told nothing of any attempt', () => {
    const gets = (...tried: Tried[]) => directRepeatOf(attemptsOf(tried), { request: undefined, nowMs: NOW_MS }).kind;
    expect(gets(['A', CARD, 'declined', 'failed', 0])).toBe('new-attempt');
    expect(gets(['A', CARD, 'in-doubt', 'nobody'])).toBe('undecided');
    expect(gets(['A', CARD, 'approved', 'paid'])).toBe('paid');
  });
});

describe('What binds a code (rule 10)', () => {
  const toldOf = (state: AttemptState): readonly ReportedOutcome[] =>
    state === 'approved' ? ['paid'] : ['nobody', 'failed'];

  test.each(
    attemptStates.flatMap((state) => toldOf(state).map((reportedOutcome) => [state, reportedOutcome] as const)),
  )('an attempt that is %s and told %s', (state, reportedOutcome) => {
    const free = ['authenticating', 'declined', 'closed', 'voided', 'refunded'].includes(state);
    const binding = state === 'approved' ? 'paid' : free ? 'free' : 'undecided';
    expect(
      bindingOf([
        { state: 'declined', reportedOutcome: 'failed' },
        { state, reportedOutcome },
      ]),
    ).toBe(binding);
    expect(
      bindingOf([
        { state, reportedOutcome },
        { state: 'closed', reportedOutcome: 'failed' },
      ]),
    ).toBe(binding);
  });

  test('is for ever an attempt that was reported paid, whatever else happened', () => {
    for (const state of attemptStates) {
      expect(
        bindingOf([
          { state, reportedOutcome: 'paid' },
          { state: 'charging', reportedOutcome: 'nobody' },
        ]),
      ).toBe('paid');
    }
  });
});
