import type { BookedOrder, ChargeType, FollowUp } from '../../../shared/ports/bank-order.ts';

/** One transaction in the books of a bank that gives each a reference of its own. */
export interface BankTransaction {
  readonly orderId: string;
  readonly type: ChargeType | FollowUp['kind'];
  readonly reference: string;
  readonly happened: boolean;
  readonly voided: boolean;
}

const TAKES_OR_HOLDS: readonly BankTransaction['type'][] = ['sale', 'pre-authorisation', 'capture'];

/** The transaction that takes or holds an order's money now; undefined where none does. */
export const standingOf = <One extends BankTransaction>(own: readonly One[]): One | undefined =>
  own.findLast(({ type, happened, voided }) => happened && !voided && TAKES_OR_HOLDS.includes(type));

/** The types of transactions that a step may name, by what stands of the order. */
const namedBy = (step: FollowUp, own: readonly BankTransaction[]): readonly BankTransaction['type'][] => {
  if (step.kind === 'capture') return ['pre-authorisation'];
  if (step.kind === 'refund') return ['sale', 'capture'];
  return standingOf(own)?.type === 'capture' ? ['capture'] : TAKES_OR_HOLDS;
};

/**
 * Why a capture, void or refund names a wrong transaction; undefined where it names the right one: the pre-authorisation
 * for a capture, the sale or capture that took the money for a refund and a void, else the hold for a void.
 */
export const wrongReference = (
  { orderId, references }: BookedOrder,
  step: FollowUp,
  transactions: readonly BankTransaction[],
): string | undefined => {
  const told = `a ${step.kind} names`;
  if (references === undefined) return `${told} no transaction`;
  const named = transactions.find(({ reference }) => reference === references.hostReference);
  if (named === undefined) return `${told} a transaction that the bank does not have`;
  if (named.orderId !== orderId) return `${told} a transaction of another order`;
  if (!named.happened) return `${told} a ${named.type} that did not happen`;
  const own = transactions.filter((one) => one.orderId === orderId);
  return namedBy(step, own).includes(named.type) ? undefined : `${told} the ${named.type}`;
};
