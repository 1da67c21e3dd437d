import type { LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { GATE_MS } from '../../../shared/domain/attempt/timing.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { BoxCard } from '../../../shared/domain/three-d-payment/box-content.ts';
import { beginOpened } from '../../../shared/domain/three-d-payment/open-box.ts';
import { callbackUrl, storedCardBoxUrl } from '../../../shared/payment-flow/addresses.ts';
import { orderOf } from '../../../shared/payment-flow/await-answer.ts';
import {
  type BeginAttemptOutcome,
  type BoxAttemptDependencies,
  cardTakeOf,
  type OpenedBox,
  REFUSED,
  readyAttempt,
  refuseBox,
} from '../../../shared/payment-flow/begin-box-attempt.ts';
import { openPosAccount } from '../../../shared/payment-flow/pos-account.ts';
import { type CardStoring, pendingCardFor } from '../../../shared/payment-flow/store-card.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { ThreeDForm } from '../../../shared/ports/three-d-gate.ts';
import type { Opener } from '../../../shared/ports/vault.ts';

export interface BeginAttemptDependencies extends BoxAttemptDependencies {
  readonly bank: Pick<BankGateway, 'start3D'>;
  readonly opener: Opener;
  readonly cardStoring: CardStoring;
}

/** The attempt with its pending card, if the card is to be stored. Only the payer's POST writes it (rule 27). */
const withCard = async (
  attempt: LinkAttempt,
  { card, storing }: Extract<BoxCard, { kind: 'posted' }>,
  { cardStoring }: BeginAttemptDependencies,
): Promise<LinkAttempt> => {
  if (storing === undefined) return attempt;
  const pendingCard = await pendingCardFor(attempt, { ...storing, card }, cardStoring);
  return { ...attempt, ...omitUndefined({ pendingCard }) };
};

/**
 * Begins the attempt of an opened box that holds a card. The form for the bank is made first, which charges nothing.
 * Then one transaction deletes the box and writes the attempt; only its winner shows the form (rules 2 and 25). A box by
 * token is none of this function's: it may open no stored card.
 */
export const beginAttempt = async (
  opened: OpenedBox,
  deps: BeginAttemptDependencies,
): Promise<BeginAttemptOutcome<ThreeDForm>> => {
  const { link, content, box, address, language: shownIn } = opened;
  const { by } = content;
  if (by.kind === 'token') return { kind: 'moved', location: storedCardBoxUrl(deps.baseUrl, address, shownIn) };
  const ready = await readyAttempt(opened, deps);
  if (ready.kind !== 'ready') return ready;
  const { attempt, dealer, pos } = ready;
  const account = await openPosAccount(pos, deps.opener);
  const url = callbackUrl(deps.baseUrl, attempt);
  const { random, language, payerAddress } = attempt;
  const begun = await deps.bank.start3D(
    account,
    { order: orderOf(attempt), card: by.card, okUrl: url, failUrl: url, random, language, payerAddress },
    { answerBy: deps.clock.now() + GATE_MS },
  );
  if (begun.kind === 'failed') return refuseBox(opened, attempt, { code: begun.code, deps });
  const { form, gatewayState } = begun;
  const { number } = by.card;
  const [waiting, card] = await Promise.all([
    withCard(attempt, by, deps),
    cardTakeOf(opened, { number, dealer }, deps),
  ]);
  const change = beginOpened({ ...waiting, ...omitUndefined({ gatewayState }) }, link, card);
  const outcome = await deps.shopPayments.open({ change, box, ...omitUndefined({ card }) });
  if (outcome === 'card-limit') return refuseBox(opened, attempt, { code: REFUSED, deps });
  return outcome === 'opened' ? { kind: 'hand-over', form } : { kind: 'changed' };
};
