import type * as z from 'zod/mini';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import {
  cardToAdd,
  customerDetailsIn,
  refuseCardStorage,
  requiredCode,
  tooManyAdditions,
} from '../../shared/domain/customer/customer-rules.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { recordWithCards } from '../../shared/http/customer-answer.ts';
import { cardFieldsOf, customerFieldsOf } from '../../shared/http/customer-members.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import { cardsOfStage } from '../../shared/nestpay/test-card-numbers.ts';
import { type ChangeMomentDependencies, changeMoment } from '../../shared/payment-flow/change-moment.ts';
import { type NewCardDependencies, newCard } from '../../shared/payment-flow/new-card.ts';
import { shownCard } from '../../shared/payment-flow/shown-cards.ts';
import type { BinRecords } from '../../shared/ports/bin-directory.ts';
import type { CustomerBook } from '../../shared/ports/customer-book.ts';
import type { Identifiers } from '../../shared/ports/identifiers.ts';
import { customerPasswordContext } from '../../shared/ports/vault.ts';
import type { contract } from './contract.ts';

export interface AddCustomerWithCardDependencies extends NewCardDependencies, ChangeMomentDependencies {
  readonly customers: Pick<CustomerBook, 'add'>;
  readonly identifiers: Identifiers;
  readonly bins: BinRecords;
  readonly sandbox: boolean;
}

/** How often an id that an operator gave away is passed over. */
const MAX_IDS = 5;

/** Registers a customer and stores a first card, both or neither (decisions: customers and cards). */
export const addCustomerWithCard =
  (deps: AddCustomerWithCardDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const { dealerCode } = dealer;
    const members = readValue(read);
    const [fields, cardFields, nowMs] = [customerFieldsOf(members), cardFieldsOf(members), deps.clock.now()];
    const [customerCode, today] = [requiredCode(fields), istanbulDayOf(nowMs)];
    const details = customerDetailsIn({ fields, today });
    refuseCardStorage(dealer);
    const kept = cardToAdd(cardFields, { today, takesCard: cardsOfStage(deps) });
    const { password } = fields;
    for (let tried = 0; tried < MAX_IDS; tried += 1) {
      const dealerCustomerId = await deps.identifiers.next('customer');
      const identity = { dealerCode, dealerCustomerId, customerCode, version: 1, createdAtMs: nowMs };
      const [sealedPassword, card] = await Promise.all([
        password === undefined ? undefined : deps.sealer.seal(password, customerPasswordContext(identity)),
        newCard({ customer: identity, kept, cardName: cardFields.cardName, nowMs }, deps),
      ]);
      const customer = { ...details, ...identity, ...omitUndefined({ sealedPassword }) };
      const [outcome, shown] = await Promise.all([
        deps.customers.add(customer, { card, moment: changeMoment(dealer, deps) }),
        shownCard(card.card, kept, deps),
      ]);
      if (outcome === 'added') return { data: recordWithCards(customer, [shown], password) };
      if (outcome === 'code-taken') {
        throw new Refusal('CustomerCodeAlreadyUsing', 'CustomerCode belongs to a customer of this dealer already.');
      }
      if (outcome !== 'id-taken') throw tooManyAdditions(outcome);
    }
    throw new Error('the ids of new customers are in use again and again');
  };
