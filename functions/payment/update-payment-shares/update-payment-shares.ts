import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { callNameOf } from '../../../shared/domain/payment/payment.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { commissionScenarios, type SplitEntry } from '../../../shared/domain/split/payment-split.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { textsOfPayment } from '../../../shared/http/payment-text-fields.ts';
import { poolAnswer } from '../../../shared/http/pool-fields.ts';
import { sharesOf } from '../../../shared/http/step-shares.ts';
import { findPaymentByAnyId } from '../../../shared/payment-flow/payment-by-any-id.ts';
import {
  type AskedShares,
  carryOutShareChange,
  type ShareChangeDependencies,
} from '../../../shared/payment-flow/share-change.ts';
import type { PaymentTextChanges, PaymentTexts } from '../../../shared/ports/payment-texts.ts';
import type { UpdatePaymentSharesRequest } from './contract.ts';
import { fieldsOf, type UpdatePaymentSharesFields } from './read-fields.ts';

export interface UpdatePaymentSharesDependencies extends ShareChangeDependencies {
  readonly texts: PaymentTextChanges;
}

const invalid = (sentence: string): Refusal => new Refusal('InvalidRequest', sentence);

/** True of an entry that says how its commission is made: that needs a scenario. */
const namesCommission = ({ dealerId: _id, amount: _amount, ...commission }: SplitEntry): boolean =>
  Object.values(commission).some((value) => value !== undefined);

const sharesOfEntries = (entries: readonly SplitEntry[]) => {
  const index = entries.findIndex(namesCommission);
  if (index >= 0) throw invalid(`CommissionScenario is required: SubDealer[${index}] names a commission.`);
  return sharesOf(entries.map(({ dealerId: subDealerId, amount }) => ({ subDealerId, amount }))) ?? [];
};

/** The shares that a request asks for. Without a scenario, or with 0, commissions follow the shares. */
const askedBy = ({ commissionScenario = 0, entries }: UpdatePaymentSharesFields): AskedShares | undefined => {
  if (commissionScenario === 0 && entries.length === 0) return undefined;
  if (entries.length === 0) throw invalid('SubDealer is required.');
  if (commissionScenario === 0) return { by: 'amounts', shares: sharesOfEntries(entries) };
  const scenario = commissionScenarios.find((one) => one === commissionScenario);
  if (scenario === undefined) throw invalid('CommissionScenario must be 1 to 6.');
  return { by: 'scenario', scenario, entries };
};

const hasText = ({ buyer, ...texts }: PaymentTexts): boolean =>
  Object.keys(texts).length > 0 || Object.keys(buyer).length > 0;

/**
 * Gives the sub-dealers of a payment other shares (decisions: other shares), by rules 11, 40, and changes the texts that
 * are given as UpdateDealerPayment does. It needs no permission.
 */
export const updatePaymentShares =
  (deps: UpdatePaymentSharesDependencies): UseCase<UpdatePaymentSharesRequest> =>
  async ({ dealer, read }) => {
    const fields = fieldsOf(readValue(read));
    const [asked, texts] = [askedBy(fields), textsOfPayment(fields)];
    const isText = hasText(texts);
    if (asked === undefined && !isText) throw invalid('SubDealer is required.');
    const { clientIp, ...given } = fields;
    // A step needs the payment itself: its number is looked up here, and named by its order from then on.
    const named =
      fields.paymentId === undefined && !isText
        ? undefined
        : await findPaymentByAnyId(deps.payments, dealer.dealerCode, given);
    const ids = named === undefined ? given : { virtualPosOrderId: named.attempt.orderId };
    const asker = { by: 'dealer', ...omitUndefined({ clientIp }) } as const;
    const changed = asked === undefined ? undefined : await carryOutShareChange(deps, { dealer, ids, asker }, asked);
    if (named !== undefined && isText) {
      const { payment, attempt } = named;
      await deps.texts.change({ payment: payment.name, call: callNameOf(attempt, payment) }, texts);
    }
    return poolAnswer(changed ?? { orderId: named?.attempt.orderId ?? '', replayed: false });
  };
