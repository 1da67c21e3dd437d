import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import { type DayText, istanbulDayOf } from '../../../../shared/domain/calendar.ts';
import { checkLedger, type LedgerProblem } from '../../../../shared/domain/ledger/check-ledger.ts';
import { addTotals, type LedgerTotal, totalsOf } from '../../../../shared/domain/ledger/day-totals.ts';
import { chargePostings } from '../../../../shared/domain/ledger/payment-ledger.ts';
import { chargeOf } from '../../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import { attemptOfOrder, type PaymentName } from '../../../../shared/domain/payment/payment-name.ts';
import type { DayPageQuery } from '../../../../shared/ports/operator-records.ts';
import { UnreadableRow } from '../../../../shared/ports/store-errors.ts';
import { type CommandCall, type LedgerPage, ledgerCommand } from '../command.ts';
import { shownAmount } from '../shown.ts';
import { dealersOfDayFields, firstPlace, nextDealer } from './dealers-of-day.ts';
import { STEPS_PLACE } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';

/** Charges or steps of a page: each is checked with its whole payment, which costs a read. */
const PAGE = 100;
const READS_AT_ONCE = 10;

/** What one charge or step adds to the page. */
interface Checked {
  readonly totals: readonly LedgerTotal[];
  readonly disagreements: LedgerPage['disagreements'];
}

const sentences: Readonly<Record<LedgerProblem['kind'], string>> = {
  unbalanced: 'the postings of the step do not sum to zero',
  'other-postings': 'the postings of the step are not what the step moves',
  'captured-differs': 'what was captured is not what the steps sum to',
  'refunded-differs': 'what was refunded is not what the steps sum to',
  'state-differs': 'the state is not what the steps make of it',
  'slot-differs': 'the step that runs is not the one that the payment names',
  'not-zero': 'a payment that was given back in full holds something',
  'excess-credit': 'the bank gave back more than the steps say',
};

const without = (orderId: string, problem: string): Checked => ({ totals: [], disagreements: [{ orderId, problem }] });

/** Payments of a page by name, each read once; undefined where a row of it cannot be read. */
const paymentsOf = async (
  names: readonly PaymentName[],
  { deps }: CommandCall,
): Promise<ReadonlyMap<PaymentName, Payment | undefined>> => {
  const payments = new Map<PaymentName, Payment | undefined>();
  const read = async (name: PaymentName): Promise<void> => {
    try {
      payments.set(name, await deps.wholePayments.find(name));
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
    }
  };
  const wanted = [...new Set(names)];
  for (let first = 0; first < wanted.length; first += READS_AT_ONCE) {
    await Promise.all(wanted.slice(first, first + READS_AT_ONCE).map(read));
  }
  return payments;
};

const problemsOf = (attempt: Attempt, payment: Payment): Checked['disagreements'] =>
  checkLedger(chargeOf(attempt, payment), payment.steps).map((problem) => ({
    orderId: attempt.orderId,
    ...('step' in problem ? { step: problem.step } : {}),
    problem: sentences[problem.kind],
    ...(problem.kind === 'excess-credit' ? { excessCredit: shownAmount(problem.amount) } : {}),
  }));

/** A charge of the day with all its steps: it counts with its own postings, and its whole payment must agree. */
const checkCharge = (orderId: string, number: number, payment: Payment | undefined): Checked => {
  const attempt = payment?.attempts.find((one) => one.number === number);
  if (payment === undefined || attempt === undefined) return without(orderId, 'the payment cannot be read');
  const postings = chargePostings(chargeOf(attempt, payment));
  return { totals: totalsOf(postings, attempt.terms.currency), disagreements: problemsOf(attempt, payment) };
};

/** A step of the day: it counts once it is done. The payment of a charge of the same day was checked with the charge. */
const checkStep = (orderId: string, number: number, payment: Payment | undefined, of: DayText): Checked => {
  const step = payment?.steps.find((one) => one.number === number);
  const attempt = payment?.attempts.find((one) => one.number === step?.attempt);
  if (payment === undefined || step === undefined || attempt === undefined) {
    return without(orderId, 'the step cannot be read');
  }
  const postings = step.state === 'done' ? step.postings : [];
  const isOfDay = istanbulDayOf(attempt.startedAtMs) === of;
  return {
    totals: totalsOf(postings, attempt.terms.currency),
    disagreements: isOfDay ? [] : problemsOf(attempt, payment),
  };
};

interface DayPart {
  readonly checked: readonly Checked[];
  /** Place in the dealer's day where the next page begins; absent at its end. */
  readonly next?: string;
}

const nameOf = (orderId: string) => attemptOfOrder(orderId) ?? { payment: '', number: 0 };

const checkCharges = async (query: DayPageQuery, call: CommandCall): Promise<DayPart> => {
  const page = await call.deps.payments.pageOfDay(query);
  const payments = await paymentsOf(
    page.map(({ orderId }) => nameOf(orderId).payment),
    call,
  );
  const checked = page.map(({ orderId }) => {
    const { payment, number } = nameOf(orderId);
    return checkCharge(orderId, number, payments.get(payment));
  });
  return { checked, next: page.length < query.limit ? STEPS_PLACE : (page.at(-1)?.position ?? STEPS_PLACE) };
};

const checkSteps = async (query: DayPageQuery, call: CommandCall): Promise<DayPart> => {
  const page = await call.deps.payments.pageOfStepsOfDay(query);
  const payments = await paymentsOf(
    page.map(({ orderId }) => nameOf(orderId).payment),
    call,
  );
  const checked = page.map(({ orderId, position }) => {
    const number = Number(position.split('#').at(-1));
    return checkStep(orderId, number, payments.get(nameOf(orderId).payment), query.day);
  });
  const last = page.at(-1);
  return page.length < query.limit || last === undefined ? { checked } : { checked, next: last.position };
};

export const checkLedgerCommand = ledgerCommand(
  {
    name: 'check-ledger',
    group: 'Payments',
    summary: 'Prove for a day that the ledger agrees with the payments, of one dealer or of all.',
    notes: [
      'Each charge and each step of the day is read with its whole payment: postings sum to zero and are what the step moves, sums captured and refunded, state and running step are what the steps make of them, a payment that was given back in full holds nothing, and the bank gave back no more than the steps say.',
      'A charge counts on the day on which it began, a step on the day on which it was asked for, once it is done.',
      'Prints the totals by account and currency (payer, dealer, pool, sub-dealers, service, bank) and every disagreement, by dealer. Exit code 1 where there is one.',
      'An error names a cursor: give it to go on from there.',
    ],
    fields: dealersOfDayFields,
    example: { dealerCode: '1001' },
  },
  async (input, call): Promise<LedgerPage> => {
    const of = input.day ?? call.today;
    const isOne = typeof input.dealerCode === 'string';
    const place = await firstPlace(input, call);
    if (place === undefined) return { day: of, charges: 0, steps: 0, totals: [], disagreements: [] };
    const { dealerCode: dealer, inSteps, after } = place;
    const listingShards = await listingShardsOf(dealer, call);
    const query: DayPageQuery = { dealerCode: dealer, day: of, listingShards, after, limit: PAGE };
    const { checked, next } = inSteps ? await checkSteps(query, call) : await checkCharges(query, call);
    const following = next === undefined && !isOne ? await nextDealer(dealer, call) : undefined;
    const goesOnAt = next === undefined ? following && `${following}/` : `${dealer}/${next}`;
    return {
      dealerCode: dealer,
      day: of,
      charges: inSteps ? 0 : checked.length,
      steps: inSteps ? checked.length : 0,
      totals: addTotals(checked.flatMap(({ totals }) => totals)),
      disagreements: checked.flatMap(({ disagreements }) => disagreements),
      ...(goesOnAt === undefined ? {} : { next: goesOnAt }),
    };
  },
);
