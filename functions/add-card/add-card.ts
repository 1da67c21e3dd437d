import type * as z from 'zod/mini';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { KeptCard, StoredCard } from '../../shared/domain/card/stored-card.ts';
import {
  cardToAdd,
  namedCustomer,
  refuseCardStorage,
  refuseFullFile,
  requireCustomerName,
  tooManyAdditions,
} from '../../shared/domain/customer/customer-rules.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import { recordWithCards } from '../../shared/http/customer-answer.ts';
import { cardFieldsOf, customerNamesOf } from '../../shared/http/customer-members.ts';
import { readValue, type UseCase } from '../../shared/http/operation-handler.ts';
import { cardsOfStage } from '../../shared/nestpay/test-card-numbers.ts';
import { type ChangeMomentDependencies, changeMoment } from '../../shared/payment-flow/change-moment.ts';
import { type NewCardDependencies, newCard, renewedCard } from '../../shared/payment-flow/new-card.ts';
import { type ShowCardsDependencies, shownCard, shownCards } from '../../shared/payment-flow/shown-cards.ts';
import type { CardKeeping, CustomerBook, CustomerFile } from '../../shared/ports/customer-book.ts';
import type { contract } from './contract.ts';

export interface AddCardDependencies extends NewCardDependencies, ShowCardsDependencies, ChangeMomentDependencies {
  readonly customers: Pick<CustomerBook, 'open' | 'addCard' | 'renewCard'>;
  readonly cards: Pick<CardKeeping, 'find' | 'ofTokens'>;
  readonly sandbox: boolean;
}

/** How often it is planned again because another change of the customer or the card came in between. */
const MAX_ROUNDS = 5;

interface Sent {
  readonly kept: KeptCard;
  readonly cardName: string | undefined;
  readonly nowMs: number;
}

/** The same card of the same customer keeps its token; what was sent now replaces the rest. Undefined: try again. */
const renew = async (
  dealer: Dealer,
  token: string,
  sent: Sent,
  deps: AddCardDependencies,
): Promise<StoredCard | undefined> => {
  const known = await deps.cards.find(dealer.dealerCode, token);
  if (known === undefined) return undefined;
  const card = await renewedCard(known.card, sent, deps);
  const outcome = await deps.customers.renewCard(card, changeMoment(dealer, deps));
  if (outcome === 'renewed') return card;
  if (outcome === 'card-changed') return undefined;
  throw tooManyAdditions(outcome);
};

/** Stores a card, new or known, and reads the customer's other cards beside the write. Undefined: try again. */
const stored = async (
  {
    dealer,
    file,
    customer,
  }: { readonly dealer: Dealer; readonly file: CustomerFile; readonly customer: ReturnType<typeof namedCustomer> },
  sent: Sent,
  deps: AddCardDependencies,
) => {
  const { dealerCode, version } = customer;
  const added = await newCard({ customer, ...sent }, deps);
  const [outcome, others] = await Promise.all([
    deps.customers.addCard({ ...customer, version: version + 1 }, added, changeMoment(dealer, deps)),
    deps.cards.ofTokens(dealerCode, file.cardTokens),
  ]);
  if (outcome === 'added') return { card: added.card, others };
  if (outcome === 'customer-changed') return undefined;
  if (typeof outcome === 'string') throw tooManyAdditions(outcome);
  const card = await renew(dealer, outcome.known, sent, deps);
  return card === undefined ? undefined : { card, others: others.filter(({ token }) => token !== card.token) };
};

/**
 * Stores a card for a customer without charging it, so that nothing is asked of its bank (decisions: customers and
 * cards). A card that the customer has keeps its token. Cards of a customer and additions in an hour are limited.
 */
export const addCard =
  (deps: AddCardDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const members = readValue(read);
    const [names, fields, nowMs] = [customerNamesOf(members), cardFieldsOf(members), deps.clock.now()];
    requireCustomerName(names);
    refuseCardStorage(dealer);
    const kept = cardToAdd(fields, { today: istanbulDayOf(nowMs), takesCard: cardsOfStage(deps) });
    const sent: Sent = { kept, cardName: fields.cardName, nowMs };
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const file = await deps.customers.open(dealer.dealerCode, names);
      const customer = namedCustomer(names, file);
      refuseFullFile(file.cardTokens.length);
      const done = await stored({ dealer, file, customer }, sent, deps);
      if (done !== undefined) {
        const [shown, others] = await Promise.all([shownCard(done.card, kept, deps), shownCards(done.others, deps)]);
        // In front, because shops take the token of the first card for that of the card they sent.
        return { data: recordWithCards(customer, [shown, ...others]) };
      }
    }
    throw new Error('a customer was changed by others again and again');
  };
