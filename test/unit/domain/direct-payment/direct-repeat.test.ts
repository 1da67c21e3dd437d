import { describe, expect, test } from 'vitest';
import type { AttemptState, Told } from '../../../../shared/domain/attempt/states.ts';
import { maskCard } from '../../../../shared/domain/card/card-rules.ts';
import { isSameCard, repeatOf } from '../../../../shared/domain/direct-payment/direct-repeat.ts';
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

describe('What a known code gives (a code has ten attempts)', () => {
  const SOON = 59_999;
  const LATER = 60_000;
  type Case = [answer: string, state: AttemptState, told: Told, attempt: number, sameCard: boolean, sinceMs: number];

  test.each<Case>([
    ['same-answer', 'approved', 'paid', 1, false, LATER],
    ['same-answer', 'approved', 'paid', 10, false, LATER],
    ['same-answer', 'voided', 'paid', 1, false, LATER],
    ['same-answer', 'refunded', 'paid', 10, false, LATER],
    ['same-answer', 'reversing', 'failed', 1, false, LATER],
    ['same-answer', 'declined', 'failed', 1, true, SOON],
    ['new-attempt', 'declined', 'failed', 1, true, LATER],
    ['new-attempt', 'declined', 'failed', 1, false, SOON],
    ['new-attempt', 'voided', 'failed', 9, false, SOON],
    ['new-attempt', 'refunded', 'nobody', 9, true, LATER],
    ['same-answer', 'declined', 'failed', 10, true, SOON],
    ['used-up', 'declined', 'failed', 10, true, LATER],
    ['used-up', 'declined', 'failed', 10, false, SOON],
    ['used-up', 'refunded', 'failed', 10, false, LATER],
  ])('%s: %s, told %s, attempt %i, same card %s, after %i ms', (answer, state, told, attempt, sameCard, sinceMs) => {
    const over = { state, told, number: attempt, startedAtMs: 1, endedAtMs: 1000 };
    expect(repeatOf(over, { sameCard, nowMs: 1000 + sinceMs })).toBe(answer);
  });
});
