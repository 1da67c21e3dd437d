import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { KeptCard, PendingCard } from '../../../shared/domain/card/stored-card.ts';
import { sealPendingCard } from '../../../shared/payment-flow/kept-card.ts';
import { directAttemptWith } from '../payment/attempts.ts';
import { itemsOfDirect } from '../payment/stored-payments.ts';
import { openVault } from './card-storing.ts';

export const KEPT: KeptCard = {
  number: '4111111111111111',
  expiryMonth: '09',
  expiryYear: '2031',
  holderName: 'Elif Deneme',
};

export const OWNER = { dealerCustomerId: 100_001, customerCode: 'C-1' } as const;

/** A direct payment that is being charged, with a card in its row that waits to be stored. */
export const attemptWithCard = async (
  store: Table,
  { dealerCode = 'D1', startedAtMs = Date.now(), ...changes }: Partial<DirectAttempt> = {},
  pending: Partial<PendingCard> & { readonly card?: KeptCard } = {},
): Promise<DirectAttempt> => {
  const times = {
    startedAtMs,
    dueAtMs: startedAtMs + 120_000,
    lastCallAtMs: startedAtMs,
    answerByMs: startedAtMs + 28_000,
  };
  const attempt = directAttemptWith(dealerCode, { ...times, ...changes });
  const asked = { card: KEPT, customer: OWNER, ...pending };
  const waiting = { ...attempt, pendingCard: await sealPendingCard(attempt, asked, openVault()) };
  await store.transact(itemsOfDirect(waiting).map((put) => ({ put })));
  return waiting;
};
