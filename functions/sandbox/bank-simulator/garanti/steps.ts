import type { TestFollowUpFault } from '../../../../shared/nestpay/test-card-behaviour.ts';
import { type TestCard, testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { TerminalOrder, TerminalTransaction } from '../../../../shared/ports/bank-terminal-ledger.ts';
import type { BankDay } from '../bank-day.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import { type Answer, type ApiResult, approved, brokenOff, declinedWith, refused } from './answers.ts';
import { inItsEncoding, MAX_TRANSACTIONS, newReferences } from './charge.ts';
import { captured, refunded, type Step, voided } from './order-life.ts';
import { refusalOf } from './refusals.ts';
import type { CheckedStep } from './request.ts';

/** A step of an order in the books. */
interface AskedStep {
  readonly order: TerminalOrder;
  readonly card: TestCard;
  readonly step: CheckedStep;
  /** The issuer declines what the bank would do. */
  readonly declines?: true;
}

/** The order after a change; undefined if another call changed it first. */
const changedBy = async (
  deps: BankSimulatorDependencies,
  order: TerminalOrder,
  change: Partial<TerminalOrder>,
): Promise<TerminalOrder | undefined> => {
  const changed = { ...order, ...change, version: order.version + 1 };
  return (await deps.ledger.terminals.change(changed)) ? changed : undefined;
};

const stepBy = (deps: BankSimulatorDependencies, { order, card, step }: AskedStep, day: BankDay): Step => {
  if (card.garanti === 'steps-refused-0208') return { refused: 'not valid' };
  if (card.garanti === 'steps-refused-0214') return { refused: 'more than one' };
  if (step.currency !== order.currency) return { refused: 'not valid' };
  if (order.transactions.length + 2 > MAX_TRANSACTIONS) return { refused: 'too many' };
  const asked = { ...step, references: newReferences(deps) };
  if (step.type === 'postauth') return captured(order, asked, day);
  if (step.type === 'void') return voided(order, card, asked, day);
  return refunded(order, card, { ...asked, again: newReferences(deps) }, day);
};

/** Whether the issuer declines the first refund and accepts the next. */
const isDeclinedFirst = ({ card, order, step }: AskedStep): boolean =>
  step.type === 'refund' &&
  card.takeBack === 'void-refused-first-credit-declined' &&
  !order.transactions.some(({ type, returnCode }) => type === 'refund' && returnCode === '05');

const failedRow = (deps: BankSimulatorDependencies, { step }: AskedStep, returnCode: string): TerminalTransaction => ({
  type: step.type,
  state: 'failed',
  returnCode,
  amount: step.amount,
  ...newReferences(deps),
  ...(step.originalReference === '' ? {} : { originalReference: step.originalReference }),
  authCode: '',
  atMs: deps.clock.now(),
});

/** A refusal. That of a refund leaves a row in the history, as that of a decline does. */
const refusedStep = async (deps: BankSimulatorDependencies, asked: AskedStep, answer: Answer): Promise<Answer> => {
  const { order, step } = asked;
  const isKept = step.type === 'refund' || answer.source === 'HOST';
  if (!isKept || order.transactions.length >= MAX_TRANSACTIONS) return answer;
  const transactions = [...order.transactions, failedRow(deps, asked, answer.code)];
  return (await changedBy(deps, order, { transactions })) === undefined ? refused(order.orderId, 'busy') : answer;
};

/** The bank does it, and answers that it failed. */
const isUnclear = ({ card, step }: AskedStep): boolean =>
  (step.type === 'void' && card.takeBack === 'void-unclear') ||
  (step.type === 'refund' && card.takeBack === 'void-refused-credit-unclear');

/** Carries a step out, and answers what became of it. */
const carryOut = async (deps: BankSimulatorDependencies, asked: AskedStep, day: BankDay): Promise<Answer> => {
  const { order } = asked;
  const { orderId, maskedNumber } = order;
  const step = stepBy(deps, asked, day);
  if ('refused' in step) return refusedStep(deps, asked, refused(orderId, step.refused));
  if (asked.declines || isDeclinedFirst(asked)) {
    return refusedStep(deps, asked, declinedWith(orderId, refusalOf('declined').code));
  }
  const changed = await changedBy(deps, order, { transactions: step.transactions });
  if (changed === undefined) return refused(orderId, 'busy');
  if (isUnclear(asked)) return refused(orderId, 'failure');
  return approved(orderId, { references: step.done, maskedNumber });
};

const withFault = async (
  deps: BankSimulatorDependencies,
  asked: AskedStep,
  { fault, day }: { readonly fault: TestFollowUpFault; readonly day: BankDay },
): Promise<ApiResult> => {
  const { orderId, terminalId } = asked.order;
  const failure = refused(orderId, 'failure');
  const results: Readonly<Record<TestFollowUpFault, () => Promise<ApiResult>>> = {
    slow: async () => {
      await deps.delay();
      return carryOut(deps, asked, day);
    },
    'time-out-before': async () => {
      await deps.hold();
      return failure;
    },
    'time-out-after': async () => {
      const answer = await carryOut(deps, asked, day);
      await deps.hold();
      return answer;
    },
    'error-before': async () => failure,
    'error-after': async () => {
      await carryOut(deps, asked, day);
      return failure;
    },
    truncated: async () => brokenOff(deps, await carryOut(deps, asked, day), terminalId),
    duplicate: async () => {
      await carryOut(deps, asked, day);
      return refused(orderId, 'busy');
    },
    declined: () => carryOut(deps, { ...asked, declines: true }, day),
  };
  return results[fault]();
};

/** `postauth`, `void` or `refund` of an order in the books, with the fault that its card stands for. */
export const takeStep = async (
  deps: BankSimulatorDependencies,
  order: TerminalOrder,
  step: CheckedStep,
  day: BankDay,
): Promise<ApiResult> => {
  const card = testCard(order.cardId);
  const { faultsMet = [] } = order;
  const fault = faultsMet.includes(step.type) ? undefined : card.followUpFault;
  if (fault === undefined) return inItsEncoding(await carryOut(deps, { order, card, step }, day), card);
  // Noted before anything is done, so that the repeat of a call that was lost does not meet the fault again.
  const noted = await changedBy(deps, order, { faultsMet: [...faultsMet, step.type] });
  if (noted === undefined) return refused(order.orderId, 'busy');
  return withFault(deps, { order: noted, card, step }, { fault, day });
};
