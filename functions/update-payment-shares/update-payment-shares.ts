import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { commissionScenarios, type SplitEntry } from '../../shared/domain/split/payment-split.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import { poolAnswer } from '../../shared/http/pool-fields.ts';
import { sharesOf } from '../../shared/http/step-shares.ts';
import { findPaymentByAnyId } from '../../shared/payment-flow/payment-by-any-id.ts';
import {
  type AskedShares,
  carryOutShareChange,
  type ShareChangeDependencies,
} from '../../shared/payment-flow/share-change.ts';
import type { UpdatePaymentSharesRequest } from './contract.ts';
import { fieldsOf, type UpdatePaymentSharesFields } from './read-fields.ts';

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
const askedBy = ({ commissionScenario = 0, entries }: UpdatePaymentSharesFields): AskedShares => {
  if (entries.length === 0) throw invalid('SubDealer is required.');
  if (commissionScenario === 0) return { by: 'amounts', shares: sharesOfEntries(entries) };
  const scenario = commissionScenarios.find((one) => one === commissionScenario);
  if (scenario === undefined) throw invalid('CommissionScenario must be 1 to 6.');
  return { by: 'scenario', scenario, entries };
};

/** Gives the sub-dealers of a payment other shares (decisions: other shares), by rules 11, 40. It needs no permission. */
export const updatePaymentShares =
  (deps: ShareChangeDependencies): UseCase<UpdatePaymentSharesRequest> =>
  async ({ dealer, read }) => {
    const fields = fieldsOf(readValue(read));
    const { paymentId, otherTrxCode, virtualPosOrderId, clientIp } = fields;
    const asked = askedBy(fields);
    const given = { otherTrxCode, virtualPosOrderId };
    const ids =
      paymentId === undefined
        ? given
        : await findPaymentByAnyId(deps.payments, dealer.dealerCode, { paymentId, ...given }).then(({ attempt }) => ({
            virtualPosOrderId: attempt.orderId,
          }));
    const asker = { by: 'dealer', ...omitUndefined({ clientIp }) } as const;
    return poolAnswer(await carryOutShareChange(deps, { dealer, ids, asker }, asked));
  };
