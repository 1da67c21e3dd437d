import * as fc from 'fast-check';
import type { LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { BankCode } from '../../../shared/domain/attempt/bank-codes.ts';
import type { PaymentRequest, StoredLinkState } from '../../../shared/domain/link/payment-request.ts';
import type { Message, MessageChannel, MessageState } from '../../../shared/domain/message/message.ts';
import { type Currency, minor } from '../../../shared/domain/money/money.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { ReusableLinkName } from '../../../shared/domain/reusable-link/link-name.ts';
import { linkWith } from '../dealer/records.ts';
import { linkAttemptWith } from './attempts.ts';
import { reversalOf } from './steps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The dealer of all of them. */
export const FUNNEL_DEALER = 'D-FUNNEL';
/** Two reusable links, as the names that they have in keys. */
export const DRAWN_LINKS: readonly ReusableLinkName[] = ['l'.repeat(26), 'm'.repeat(26)];
/** Noon of 10 March 2027 in Istanbul: requests are drawn from the evening before until the morning after the next day. */
const AROUND_MS = Date.UTC(2027, 2, 10, 9);

const codes = ['002', '004', '012', '015', '018', '021', '030'] as const satisfies readonly BankCode[];

const tryFact = fc.record({
  /** `failed-3d`: the payer did not pass; `refused`: the bank declined after a passed 3D, or without 3D. */
  kind: fc.constantFrom('refused', 'refused', 'failed-3d', 'left', 'waiting', 'in-doubt'),
  withThreeD: fc.boolean(),
  code: fc.constantFrom(...codes),
});

const messageFact = fc.record({
  kind: fc.constantFrom<Message['kind']>('link', 'link', 'reminder', 'receipt'),
  channel: fc.constantFrom<MessageChannel>('sms', 'email'),
  state: fc.constantFrom<MessageState>('queued', 'sent', 'delivered', 'failed', 'unknown'),
  reachedProvider: fc.boolean(),
});

/** What is drawn of one request; whatever follows from it is computed by whoever compares. */
export const requestFact = fc.record({
  madeOf: fc.option(fc.constantFrom(...DRAWN_LINKS), { nil: undefined, freq: 3 }),
  definition: fc.constantFrom(7, 8, 21),
  createdAtMs: fc.integer({ min: -18 * 60, max: 40 * 60 }).map((minutes) => AROUND_MS + minutes * MINUTE_MS),
  lifeMinutes: fc.constantFrom(30, 600, 20_000),
  openedAfterMinutes: fc.option(fc.constantFrom(0, 1, 5, 59, 127, 128, 700, 3000), { nil: undefined }),
  tries: fc.array(tryFact, { maxLength: 3 }),
  end: fc.constantFrom<'open' | 'paid' | 'failed' | 'cancelled'>('open', 'paid', 'paid', 'failed', 'cancelled'),
  paidAfterMinutes: fc.constantFrom(0, 2, 14, 119, 500, 4000),
  paidWithThreeD: fc.boolean(),
  total: fc.integer({ min: 100, max: 5_000_000 }),
  currency: fc.constantFrom<Currency>('TL', 'TL', 'EUR'),
  messages: fc.uniqueArray(messageFact, { maxLength: 3, selector: ({ kind, channel }) => `${kind} ${channel}` }),
  givesBack: fc.array(
    fc.record({
      how: fc.constantFrom<'part' | 'rest' | 'void'>('part', 'rest', 'void'),
      afterHours: fc.constantFrom(1, 20, 30, 200),
    }),
    { maxLength: 2 },
  ),
});
export type RequestFact = typeof requestFact extends fc.Arbitrary<infer Fact> ? Fact : never;

/** When the drawn request is noted as opened. */
export const openedAtMsOf = ({ createdAtMs, openedAfterMinutes }: RequestFact): number | undefined =>
  openedAfterMinutes === undefined ? undefined : createdAtMs + openedAfterMinutes * MINUTE_MS;

/** When the drawn request is paid, if it is. */
export const paidAtMsOfFact = (fact: RequestFact): number =>
  (fact.madeOf === undefined ? (openedAtMsOf(fact) ?? fact.createdAtMs) : fact.createdAtMs) +
  fact.paidAfterMinutes * MINUTE_MS +
  // Seconds never make a minute.
  59_000;

const triedWith = (fact: RequestFact['tries'][number]): Partial<LinkAttempt> => {
  const threeD = fact.withThreeD ? ({ threeD: true, mdStatus: 1 } as const) : {};
  switch (fact.kind) {
    case 'refused':
      return { state: 'declined', reportedOutcome: 'failed', bank: { code: fact.code }, ...threeD };
    case 'failed-3d':
      return { state: 'declined', reportedOutcome: 'failed', bank: { code: '025' }, threeD: true, mdStatus: 0 };
    case 'left':
      return { state: 'closed', bank: {}, threeD: true };
    case 'waiting':
      return { state: 'authenticating', threeD: true };
    case 'in-doubt':
      return { state: 'in-doubt', ...threeD };
  }
};

/** An attempt that never got to the bank's charge has no deadline of its answer. */
const withoutCharge = (attempt: LinkAttempt): LinkAttempt => {
  const { answerByMs: _none, lastCallAtMs: _never, ...rest } = attempt;
  return rest;
};

const attemptsOf = (fact: RequestFact, link: PaymentRequest): readonly LinkAttempt[] => {
  const paidAtMs = paidAtMsOfFact(fact);
  const threeD = fact.paidWithThreeD ? ({ threeD: true, mdStatus: 1 } as const) : {};
  const paid: Partial<LinkAttempt> = { state: 'approved', reportedOutcome: 'paid', endedAtMs: paidAtMs, ...threeD };
  const all = [...fact.tries.map(triedWith), ...(fact.end === 'paid' ? [paid] : [])];
  return all.map((changes, index) => {
    const terms = { total: minor(fact.total), currency: fact.currency, installments: 1, type: 'sale' } as const;
    const { pendingCard: _none, ...attempt } = linkAttemptWith(link, {
      number: index + 1,
      startedAtMs: Math.min(paidAtMs, fact.createdAtMs + MINUTE_MS),
      terms: { ...terms, commission: { payer: minor(0), dealer: minor(0) } },
      ...changes,
    });
    const isCharged = attempt.threeD !== true || attempt.mdStatus === 1;
    return isCharged ? attempt : withoutCharge(attempt);
  });
};

const messageOf = (
  { kind, channel, state, reachedProvider }: RequestFact['messages'][number],
  link: PaymentRequest,
): Message => {
  const isSent = state === 'sent' || state === 'delivered' || (reachedProvider && state !== 'queued');
  return {
    payment: link.payment,
    channel,
    kind,
    round: 1,
    state,
    version: 1,
    to: channel === 'sms' ? '5301111111' : 'elif@example.com',
    handOvers: 1,
    queuedAtMs: link.createdAtMs,
    ...(isSent ? { sentAtMs: link.createdAtMs + 1000 } : {}),
  };
};

/** What each step gives back of the payment, in their order. */
export const givenParts = (fact: RequestFact): readonly { readonly atMs: number; readonly amount: number }[] => {
  if (fact.end !== 'paid') return [];
  let left = fact.total;
  let atMs = paidAtMsOfFact(fact);
  return fact.givesBack.flatMap(({ how, afterHours }) => {
    const amount = how === 'part' ? Math.min(left, Math.ceil(fact.total / 3)) : left;
    atMs += afterHours * HOUR_MS;
    left -= amount;
    return amount === 0 ? [] : [{ atMs, amount }];
  });
};

const stepsOf = (fact: RequestFact, attempt: LinkAttempt | undefined): readonly Step[] =>
  attempt === undefined
    ? []
    : givenParts(fact).map(({ atMs, amount }, index) =>
        reversalOf(attempt, {
          number: index + 1,
          kind: fact.givesBack[index]?.how === 'void' ? 'void' : 'refund',
          state: 'done',
          amount: minor(amount),
          startedAtMs: atMs - 1000,
          endedAtMs: atMs,
        }),
      );

/** A payment request as it is after what was drawn of it. */
export const requestOf = (fact: RequestFact): { readonly payment: Payment; readonly messages: readonly Message[] } => {
  const state: StoredLinkState = fact.end;
  const link = linkWith({
    dealerCode: FUNNEL_DEALER,
    dealerCustomerTypeId: fact.definition,
    createdAtMs: fact.createdAtMs,
    expiresAtMs: fact.createdAtMs + fact.lifeMinutes * MINUTE_MS,
    state,
    ...(fact.madeOf === undefined
      ? {}
      : { madeOf: { name: fact.madeOf, userPosLinkId: 1, linkCode: 'LINK' }, delivery: {} }),
  });
  const openedAtMs = fact.madeOf === undefined ? openedAtMsOf(fact) : undefined;
  const attempts = attemptsOf(fact, link);
  const progress = {
    ...link.progress,
    attempts: attempts.length,
    ...(openedAtMs === undefined ? {} : { openedAtMs }),
  };
  const whole: PaymentRequest = { ...link, progress };
  const paid = fact.end === 'paid' ? attempts.at(-1) : undefined;
  return {
    payment: {
      name: link.payment,
      kind: 'link',
      operation: 'CreateUserPosPayment',
      dealerCode: link.dealerCode,
      paymentId: link.userPosPaymentId,
      createdAtMs: link.createdAtMs,
      link: whole,
      attempts,
      steps: stepsOf(fact, paid),
    },
    // Nothing is sent to the payer of a reusable link but the receipt that the payer asks for.
    messages: fact.messages
      .filter(({ kind }) => fact.madeOf === undefined || kind === 'receipt')
      .map((message) => messageOf(message, whole)),
  };
};
