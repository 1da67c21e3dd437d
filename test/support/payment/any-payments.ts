import * as fc from 'fast-check';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { orderIdOf, referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import { type Step, stepKinds, stepStates } from '../../../shared/domain/payment/step.ts';
import { linkWith } from '../dealer/records.ts';
import { directAttemptWith, linkAttemptWith, splitWith } from './attempts.ts';
import { reversalOf } from './steps.ts';
import { itemsOfAttempt, itemsOfDirect, itemsOfLink, itemsOfSteps, newPaymentName } from './stored-payments.ts';

/** The dealer of all of them. */
export const LISTED_DEALER = 'D-LISTED';

/** Moments of the end of January to the beginning of March: a period of them has up to three months, and few moments. */
export const momentMs = fc
  .tuple(fc.constantFrom(27, 29, 31, 45, 58, 59), fc.constantFrom(0, 21 * 3_600_000), fc.nat({ max: 30 }))
  .map(([day, hoursMs, ms]) => Date.UTC(2027, 0, day) + hoursMs + ms);

const stepFact = fc.record({
  kind: fc.constantFrom(...stepKinds),
  state: fc.constantFrom(...stepStates),
  atMs: momentMs,
  isSent: fc.boolean(),
});

export const paymentFact = fc.record({
  kind: fc.constantFrom('direct' as const, 'link' as const),
  outcomes: fc.array(fc.constantFrom('paid' as const, 'failed' as const, 'nobody' as const), {
    minLength: 1,
    maxLength: 3,
  }),
  startsMs: fc.array(momentMs, { minLength: 3, maxLength: 3 }),
  steps: fc.array(stepFact, { maxLength: 3 }),
  isSplit: fc.boolean(),
});
type PaymentFact = typeof paymentFact extends fc.Arbitrary<infer Fact> ? Fact : never;

const SPLITS = [splitWith(11, { amount: minor(6000) }), splitWith(12, { amount: minor(4000) })];
const STATES = { paid: 'approved', failed: 'declined', nobody: 'charging' } as const;

/** What a payment was told of each attempt: nothing follows a payment. */
const outcomesOf = ({ outcomes }: PaymentFact) => {
  const paid = outcomes.indexOf('paid');
  return paid < 0 ? outcomes : outcomes.slice(0, paid + 1);
};

/** Steps that may follow each other: a capture is the first one, and nothing follows what gives all back. */
const likelySteps = ({ steps }: PaymentFact): PaymentFact['steps'] => {
  const end = steps.findIndex(({ kind, state }) => state === 'done' && (kind === 'void' || kind === 'reversal'));
  return steps
    .slice(0, end < 0 ? steps.length : end + 1)
    .map((step, index) => (step.kind === 'capture' && index > 0 ? { ...step, kind: 'refund' as const } : step));
};

const sharesOf = (kind: Step['kind']): Step['shares'] => {
  if (kind === 'capture') return SPLITS.map(({ subDealerId, amount }) => ({ subDealerId, amount }));
  return kind === 'refund' ? [{ subDealerId: 11, amount: minor(100) }] : [];
};

/** `apart` lets no two entries of a list share a moment. */
const stepsOf = (fact: PaymentFact, attempt: Attempt, apart: number): readonly Step[] =>
  likelySteps(fact).map(({ kind, state, atMs, isSent }, index) =>
    reversalOf(attempt, {
      number: index + 1,
      trxId: attempt.trxId + 1 + index,
      kind,
      state,
      startedAtMs: Math.max(atMs + apart, attempt.startedAtMs) + (apart > 0 ? 5 + index : 0),
      sent: isSent ? { voidSentAtMs: atMs } : {},
      amount: kind === 'refund' ? minor(100) : attempt.terms.total,
      shares: fact.isSplit ? sharesOf(kind) : [],
    }),
  );

/** The rows of a payment whose steps are about its last attempt. */
export const rowsOf = (fact: PaymentFact, listingShards: number, apart: number) => {
  const outcomes = outcomesOf(fact);
  const payment = newPaymentName();
  const [firstMs = 0] = fact.startsMs;
  const link = linkWith({ dealerCode: LISTED_DEALER, payment, createdAtMs: firstMs, listingShards });
  const attempts = outcomes.map((told, index): Attempt => {
    const number = index + 1;
    const isLast = number === outcomes.length;
    const lastStep = isLast && fact.steps.length > 0 ? { lastStep: likelySteps(fact).length } : {};
    const common = {
      payment,
      number,
      paymentId: link.userPosPaymentId,
      startedAtMs: (fact.startsMs[index] ?? firstMs) + apart + (apart > 0 ? index : 0),
      reportedOutcome: told,
      state: STATES[told],
      listingShards,
      ...lastStep,
    };
    if (fact.kind === 'link') return linkAttemptWith(link, { ...common, ...(fact.isSplit ? { splits: SPLITS } : {}) });
    const next = isLast ? {} : { next: true as const };
    return directAttemptWith(LISTED_DEALER, { ...common, ...next }, { splits: fact.isSplit ? SPLITS : [] });
  });
  const last = attempts.at(-1);
  if (last === undefined) throw new Error('no attempt');
  const steps = itemsOfSteps(stepsOf(fact, last, apart), last.pos.gateway);
  if (fact.kind === 'direct') {
    return [
      ...attempts.flatMap((one) => (one.kind === 'direct' && one.number === 1 ? itemsOfDirect(one) : [])),
      ...attempts.slice(1).flatMap(itemsOfAttempt),
      ...steps,
    ];
  }
  const isPaid = outcomes.at(-1) === 'paid';
  const result = { resultReference: 'R', code: '' as const, orderId: orderIdOf(last), atMs: last.startedAtMs };
  const progress = {
    ...link.progress,
    attempts: attempts.length,
    latest: referenceOf(last),
    ...(isPaid ? { result } : {}),
  };
  return [
    ...itemsOfLink({ ...link, state: isPaid ? 'paid' : 'open', progress }),
    ...attempts.flatMap(itemsOfAttempt),
    ...steps,
  ];
};
