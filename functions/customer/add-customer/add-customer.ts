import type * as z from 'zod/mini';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { customerDetailsIn, requiredCode } from '../../../shared/domain/customer/customer-rules.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { recordWithCards } from '../../../shared/http/customer-answer.ts';
import { customerFieldsOf } from '../../../shared/http/customer-members.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type ChangeMomentDependencies, changeMoment } from '../../../shared/payment-flow/change-moment.ts';
import type { CustomerBook } from '../../../shared/ports/customer-book.ts';
import type { Identifiers } from '../../../shared/ports/identifiers.ts';
import { customerPasswordContext, type Sealer } from '../../../shared/ports/vault.ts';
import type { contract } from './contract.ts';

export interface AddCustomerDependencies extends ChangeMomentDependencies {
  readonly customers: Pick<CustomerBook, 'add'>;
  readonly identifiers: Identifiers;
  readonly sealer: Sealer;
}

/** How often an id that an operator gave away is passed over. */
const MAX_IDS = 5;

/** Registers a customer under a code that the dealer has not used (decisions: customers and cards). */
export const addCustomer =
  (deps: AddCustomerDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { customers, identifiers, sealer } = deps;
    const { dealerCode } = dealer;
    const fields = customerFieldsOf(readValue(read));
    const nowMs = deps.clock.now();
    const customerCode = requiredCode(fields);
    const details = customerDetailsIn({ fields, today: istanbulDayOf(nowMs) });
    const { password } = fields;
    for (let tried = 0; tried < MAX_IDS; tried += 1) {
      const dealerCustomerId = await identifiers.next('customer');
      const identity = { dealerCode, dealerCustomerId, customerCode, version: 1, createdAtMs: nowMs };
      const sealedPassword =
        password === undefined ? undefined : await sealer.seal(password, customerPasswordContext(identity));
      const customer = { ...details, ...identity, ...omitUndefined({ sealedPassword }) };
      const outcome = await customers.add(customer, { moment: changeMoment(dealer, deps) });
      if (outcome === 'added') return { data: recordWithCards(customer, [], password) };
      if (outcome === 'code-taken') {
        throw new Refusal('CustomerCodeAlreadyUsing', 'CustomerCode belongs to a customer of this dealer already.');
      }
    }
    throw new Error('the ids of new customers are in use again and again');
  };
