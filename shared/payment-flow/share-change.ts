import { paidAtMsOf } from '../domain/attempt/attempt.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { SubDealer } from '../domain/dealer/sub-dealer.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { changeShares, type WantedShares } from '../domain/payment/share-change-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import type { CommissionScenario, SplitEntry } from '../domain/split/payment-split.ts';
import { checkSplitValues, requireSplitFields, splitPayment, splitTermsOf } from '../domain/split/split-payment.ts';
import type { StatementMarks } from '../ports/statements.ts';
import type { SubDealers } from '../ports/sub-dealers.ts';
import { type AskForStepDependencies, askForStep, type StepCaller } from './ask-for-step.ts';
import type { NamedPayment } from './named-payment.ts';
import { writeIntent } from './write-intent.ts';

export interface ShareChangeDependencies extends AskForStepDependencies {
  readonly subDealers: SubDealers;
  readonly marks: StatementMarks;
  /** Whether the stage writes changes of shares: only once every function of it reads them (rule 50). */
  readonly isOn: boolean;
}

/** The shares that are asked for: gross shares alone, or what a commission scenario makes of the whole charge. */
export type AskedShares =
  | Extract<WantedShares, { by: 'amounts' }>
  | { readonly by: 'scenario'; readonly scenario: CommissionScenario; readonly entries: readonly SplitEntry[] };

export interface SharesChanged {
  /** VirtualPosOrderId of the charge. */
  readonly orderId: string;
  readonly replayed: boolean;
}

interface ShareChange {
  readonly asked: AskedShares;
  readonly dealer: Dealer;
  readonly subDealers: readonly SubDealer[];
}

/** The shares by the rules of a new payment of this sum, with the rates of today. */
const wantedOf = ({ asked, dealer, subDealers }: ShareChange, { attempt: { terms } }: NamedPayment): WantedShares => {
  if (asked.by === 'amounts') return asked;
  const { scenario, entries } = asked;
  checkSplitValues(scenario, entries, terms.total);
  const { total: amount, installments, type } = terms;
  const question = { scenario, entries, amount, installments, dealer, subDealers };
  const splits = splitPayment(question);
  if (type === 'sale') return { by: 'scenario', splits };
  // A capture may take a part of a pre-authorisation: it needs what the commissions are made of.
  const termsOf = splitTermsOf(question);
  return {
    by: 'scenario',
    splits: splits.map((split) => ({ ...split, ...omitUndefined({ terms: termsOf.get(split.subDealerId) }) })),
  };
};

const subDealersOf = (asked: AskedShares, { subDealers }: ShareChangeDependencies, { dealerCode }: Dealer) => {
  if (asked.by === 'amounts') return [];
  requireSplitFields(asked.scenario, asked.entries);
  return subDealers.find(
    dealerCode,
    asked.entries.flatMap(({ dealerId }) => dealerId ?? []),
  );
};

/**
 * Gives the sub-dealers of a payment other shares, in one write (decisions: other shares), by rules 11, 40, 50. The start
 * of a statement that has the payment bars it at any moment. Throws StoreUnavailable.
 */
export const carryOutShareChange = async (
  deps: ShareChangeDependencies,
  { dealer, ids, asker }: Omit<StepCaller, 'triesOnly'>,
  asked: AskedShares,
): Promise<SharesChanged> => {
  const { dealerCode } = dealer;
  if (!deps.isOn) throw new Refusal('UpdateNotAvailable', 'This service does not change shares of payments yet.');
  const [subDealers, firstMark] = await Promise.all([subDealersOf(asked, deps, dealer), deps.marks.of(dealerCode)]);
  const change: ShareChange = { asked, dealer, subDealers };
  let mark = firstMark;
  const step = await askForStep(deps, {
    dealerCode,
    ids,
    asker,
    decide: (question, named) =>
      changeShares({
        ...question,
        wanted: wantedOf(change, named),
        paidAtMs: paidAtMsOf(named.attempt),
        mark,
      }),
    begin: async (intent) => {
      const done = await writeIntent(deps, intent, intent.change);
      // Refused: the payment changed, or its statement was begun. The mark tells which.
      if (done === undefined) mark = await deps.marks.of(dealerCode);
      return done;
    },
  });
  const { attempt } = step.kind === 'begun' ? step.done : step.under;
  return { orderId: attempt.orderId, replayed: step.kind !== 'begun' };
};
