import type { Attempt } from '../domain/attempt/attempt.ts';
import { approve, type ConcludeOptions } from '../domain/attempt/transitions.ts';
import type { KeptCard, PendingCard, StoredCard } from '../domain/card/stored-card.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { type CardMetrics, errorNameOf, type Log } from '../observability/log.ts';
import type { ApproveOutcome, Attempts, CardToStore } from '../ports/attempts.ts';
import type { BankReferences } from '../ports/bank-answers.ts';
import type { CardHasher } from '../ports/card-hasher.ts';
import type { Clock } from '../ports/clock.ts';
import type { CardTokens } from '../ports/identifiers.ts';
import { StoreUnavailable } from '../ports/store-errors.ts';
import type { StoredCards } from '../ports/stored-cards.ts';
import type { Sealer } from '../ports/vault.ts';
import { concludeApproved } from './conclude.ts';
import { sealPendingCard, sealStoredCard } from './kept-card.ts';

/** What storing a card needs. */
export interface CardStoring {
  readonly storedCards: Pick<StoredCards, 'findByHash'>;
  readonly hasher: CardHasher;
  readonly sealer: Sealer;
  readonly cardTokens: CardTokens;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: CardMetrics;
}

/** How often storing is tried: it fails only when another attempt stored the same card just before. */
const MAX_ROUNDS = 3;
/** A card is stored only when this much time is left for its look-ups, its encryption and the write. */
const STORING_TIME_MS = 6000;

const notStored = ({ log, metrics }: Pick<CardStoring, 'log' | 'metrics'>, dealerCode: string, errorName: string) => {
  // The payer agreed and the dealer expects the card, so operators must hear of it. The payment itself is in order.
  log.error('card not stored', { dealerCode, errorName });
  metrics.cardNotStored();
};

/**
 * The pending card of an attempt, encrypted (rule 27). Undefined when the vault fails: a payment does not depend on
 * whether its card can be stored.
 */
export const pendingCardFor = async (
  attempt: Pick<Attempt, 'dealerCode' | 'reference'>,
  asked: Omit<PendingCard, 'sealed'> & { readonly card: KeptCard },
  deps: Pick<CardStoring, 'sealer' | 'log' | 'metrics'>,
): Promise<PendingCard | undefined> => {
  try {
    return await sealPendingCard(attempt, asked, deps.sealer);
  } catch (error) {
    notStored(deps, attempt.dealerCode, errorNameOf(error));
    return undefined;
  }
};

interface CardOfAttempt {
  readonly attempt: Attempt;
  readonly pending: PendingCard;
  readonly kept: KeptCard;
  readonly hash: string;
}

/** The same card of the same customer keeps its token, even with a new expiry (rule 26). */
const cardToStore = async (
  { attempt, pending, kept, hash }: CardOfAttempt,
  { storedCards, sealer, cardTokens, clock }: CardStoring,
): Promise<CardToStore> => {
  const { dealerCode, maskedCard } = attempt;
  const known = await storedCards.findByHash(dealerCode, hash);
  const { customer, cardName = known?.cardName } = pending;
  const token = known?.token ?? cardTokens.next(customer.dealerCustomerId);
  const place = { dealerCode, token, version: (known?.version ?? 0) + 1 };
  const sealed = await sealStoredCard(place, kept, sealer);
  const storedAtMs = known?.storedAtMs ?? clock.now();
  const card: StoredCard = { ...place, ...sealed, customer, maskedCard, storedAtMs, ...omitUndefined({ cardName }) };
  return known === undefined ? { kind: 'new', card, hash } : { kind: 'known', card };
};

/** The bank's approval, and the card that may be stored with it. */
export interface Approval {
  readonly references: BankReferences;
  readonly options: ConcludeOptions;
  /** The attempt's card: from memory where the payer has just given it, else from the attempt itself. */
  readonly card: (pending: PendingCard) => Promise<KeptCard>;
  /** Until when the card may be stored with the approval. */
  readonly untilMs: number;
  /** Until when the approval may be written; absent: at any time. */
  readonly approveUntilMs?: number;
}

const mayApprove = ({ approveUntilMs }: Approval, { clock }: CardStoring): boolean =>
  approveUntilMs === undefined || clock.now() <= approveUntilMs;

const openedCard = async (
  { dealerCode }: Attempt,
  { card, pending }: Approval & { readonly pending: PendingCard },
  { hasher }: CardStoring,
): Promise<Pick<CardOfAttempt, 'kept' | 'hash'>> => {
  const kept = await card(pending);
  const scope = `stored-card:${pending.customer.dealerCustomerId}` as const;
  return { kept, hash: await hasher.hash({ dealerCode, scope, number: kept.number }) };
};

/** Nothing was written, and why. */
interface NotStored {
  readonly notStored: string;
}

/** Looks the card up and encrypts it. A failure here has written nothing. */
const prepared = async (prepare: () => Promise<CardToStore>): Promise<CardToStore | NotStored> => {
  try {
    return await prepare();
  } catch (error) {
    return { notStored: errorNameOf(error) };
  }
};

/** Writes approval and card. A refused write has written nothing; one whose answer is unknown may have. */
const written = async (write: () => Promise<ApproveOutcome>): Promise<ApproveOutcome | NotStored> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof StoreUnavailable && error.outcome === 'not-applied') return { notStored: error.name };
    throw error;
  }
};

/** Approves the attempt and stores its card. Answers whether that ended the attempt, or why nothing was written. */
const approveStoring = async (
  attempts: Attempts,
  attempt: Attempt,
  approval: Approval & { readonly pending: PendingCard },
  deps: CardStoring,
): Promise<boolean | NotStored> => {
  const { pending, references, options, untilMs } = approval;
  const change = approve(attempt, references, options);
  if (change === undefined) return false;
  let opened: Pick<CardOfAttempt, 'kept' | 'hash'> | undefined;
  const prepare = async (): Promise<CardToStore> => {
    opened ??= await openedCard(attempt, approval, deps);
    return cardToStore({ attempt, pending, ...opened }, deps);
  };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (deps.clock.now() + STORING_TIME_MS > untilMs) return { notStored: 'NoTimeLeft' };
    const card = await prepared(prepare);
    if ('notStored' in card) return card;
    if (!mayApprove(approval, deps)) return false;
    const outcome = await written(() => attempts.approveStoring(change, card));
    if (typeof outcome === 'object') return outcome;
    if (outcome !== 'card-changed') return outcome === 'ended';
  }
  return { notStored: 'CardChanged' };
};

/**
 * Writes an approval, once, and stores the card that waits in the attempt with it (rules 26, 27). A card that cannot be
 * stored never prevents the approval: then the attempt is approved without it, and that is logged and counted.
 * False when another call has ended the attempt, or when it is too late for an approval. Throws StoreUnavailable.
 */
export const concludeApprovedStoringCard = async (
  attempts: Attempts,
  attempt: Attempt,
  approval: Approval,
  deps: CardStoring,
): Promise<boolean> => {
  const { pendingCard: pending } = attempt;
  if (pending !== undefined) {
    const ended = await approveStoring(attempts, attempt, { ...approval, pending }, deps);
    if (typeof ended === 'boolean') return ended;
    notStored(deps, attempt.dealerCode, ended.notStored);
  }
  if (!mayApprove(approval, deps)) return false;
  return concludeApproved(attempts, attempt, approval.references, approval.options);
};
