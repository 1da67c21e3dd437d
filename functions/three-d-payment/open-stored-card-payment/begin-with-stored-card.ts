import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { hasExpired } from '../../../shared/domain/card/offered-card.ts';
import { type OpenedCard, openedCard } from '../../../shared/domain/card/posted-card.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { BoxCard } from '../../../shared/domain/three-d-payment/box-content.ts';
import { beginOpened } from '../../../shared/domain/three-d-payment/open-box.ts';
import { boxUrl } from '../../../shared/payment-flow/addresses.ts';
import {
  BANK_UNAVAILABLE,
  type BeginAttemptOutcome,
  type BoxAttemptDependencies,
  cardTakeOf,
  type OpenedBox,
  REFUSED,
  type ReadyAttempt,
  readyAttempt,
  refuseBox,
} from '../../../shared/payment-flow/begin-box-attempt.ts';
import type { GateBreaker, GateBreakerView } from '../../../shared/payment-flow/gate-breaker.ts';
import { openStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { openPosAccount } from '../../../shared/payment-flow/pos-account.ts';
import { type GateStartDependencies, postGate } from '../../../shared/payment-flow/start-at-gate.ts';
import type { StoredCards } from '../../../shared/ports/stored-cards.ts';
import type { PayerForm } from '../../../shared/ports/three-d-gate.ts';
import type { Opener } from '../../../shared/ports/vault.ts';

export interface BeginWithStoredCardDependencies extends BoxAttemptDependencies, GateStartDependencies {
  readonly randomness: BoxAttemptDependencies['randomness'];
  readonly storedCards: Pick<StoredCards, 'find'>;
  readonly opener: Opener;
  readonly gateBreaker: GateBreaker;
}

/** The card of the token; undefined once it was removed, or where it has expired since the dealer's call. */
const cardOf = async (
  dealerCode: string,
  { token, cvc }: Extract<BoxCard, { kind: 'token' }>,
  { storedCards, opener, clock }: BeginWithStoredCardDependencies,
): Promise<OpenedCard | undefined> => {
  const stored = await storedCards.find(dealerCode, token);
  if (stored === undefined) return undefined;
  const kept = await openStoredCard(stored, opener);
  return hasExpired(kept, istanbulDayOf(clock.now())) ? undefined : openedCard(kept, cvc);
};

/** Writes the attempt; its winner alone posts the gate, once. */
const startOne = async (
  opened: OpenedBox,
  {
    attempt,
    dealer,
    pos,
    card,
    gate,
  }: Omit<ReadyAttempt, 'kind'> & {
    readonly card: OpenedCard;
    readonly gate: GateBreakerView;
  },
  deps: BeginWithStoredCardDependencies,
): Promise<BeginAttemptOutcome<PayerForm>> => {
  const { link, box, browser } = opened;
  const [account, take] = await Promise.all([
    openPosAccount(pos, deps.opener),
    cardTakeOf(opened, { number: card.number, dealer }, deps),
  ]);
  if (!(await gate.allowsServerStart({ dealerCode: link.dealerCode, pos }))) {
    return refuseBox(opened, attempt, { code: BANK_UNAVAILABLE, deps });
  }
  const change = beginOpened(attempt, link, take);
  const outcome = await deps.shopPayments.open({ change, box, ...omitUndefined({ card: take }) });
  if (outcome !== 'opened') {
    await gate.release();
    return outcome === 'card-limit' ? refuseBox(opened, attempt, { code: REFUSED, deps }) : { kind: 'changed' };
  }
  const started = await postGate({ attempt: change.attempt, pos, account, card, browser }, deps);
  if (started.kind === 'gate') return { kind: 'hand-over', form: started.form };
  return started.kind === 'declined' ? { kind: 'failed', resultReference: started.resultReference } : started;
};

/**
 * Begins the attempt of an opened box by token: one transaction deletes the box and writes the attempt with the card's day,
 * and only then is the gate posted, by this service (rules 2 and 25). A card that is gone or has expired by now ends the
 * attempt as refused by the service.
 */
export const beginWithStoredCard = async (
  opened: OpenedBox,
  deps: BeginWithStoredCardDependencies,
): Promise<BeginAttemptOutcome<PayerForm>> => {
  const { link, content, address, language } = opened;
  const { by } = content;
  if (by.kind !== 'token') return { kind: 'moved', location: boxUrl(deps.baseUrl, address, language) };
  const [ready, card, gate] = await Promise.all([
    readyAttempt(opened, deps),
    cardOf(link.dealerCode, by, deps),
    deps.gateBreaker.read(),
  ]);
  if (ready.kind !== 'ready') return ready;
  const { attempt, pos } = ready;
  // A version of the virtual POS from before the setting, or a box of the release before.
  if (card === undefined || !pos.serverStart) return refuseBox(opened, attempt, { code: REFUSED, deps });
  return startOne(opened, { ...ready, card, gate }, deps);
};
