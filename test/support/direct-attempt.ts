import { attemptItem } from '../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { systemRandomness } from '../../shared/adapters/runtime/system.ts';
import type { DirectAttempt } from '../../shared/domain/attempt.ts';
import { minor } from '../../shared/domain/money.ts';
import type { KeptCard, PendingCard } from '../../shared/domain/stored-card.ts';
import { sealPendingCard } from '../../shared/payment-flow/kept-card.ts';
import { openVault } from './card-storing.ts';
import type { MemoryTable } from './memory-table.ts';
import { posWith } from './virtual-pos.ts';

export const KEPT: KeptCard = {
  number: '4111111111111111',
  expiryMonth: '09',
  expiryYear: '2031',
  holderName: 'Elif Deneme',
};

export const OWNER = { dealerCustomerId: 100_001, customerCode: 'C-1' } as const;

/** A direct payment that is being charged, as it stands in its row. */
export const directAttemptWith = (changes: Partial<DirectAttempt> = {}): DirectAttempt => {
  const startedAtMs = changes.startedAtMs ?? Date.now();
  return {
    reference: systemRandomness.token(),
    number: 1,
    orderId: `ORDER-${systemRandomness.guid()}`,
    dealerCode: 'D1',
    pos: posWith(),
    state: 'charging',
    told: 'nobody',
    version: 1,
    startedAtMs,
    dueAtMs: startedAtMs + 120_000,
    terms: { total: minor(2750), currency: 'TL', installments: 1, type: 'sale' },
    maskedCard: '411111******1111',
    payerAddress: '203.0.113.7',
    lastCallAtMs: startedAtMs,
    answerByMs: startedAtMs + 28_000,
    postponed: 0,
    receipts: [],
    direct: {
      operation: 'DoDirectPayment',
      otherTrxCode: 'T-1',
      pooled: false,
      splits: [],
      buyer: {},
      basket: [],
      caller: {},
    },
    ...changes,
  };
};

/** An attempt in whose row a card waits. */
export const attemptWithCard = async (
  store: MemoryTable,
  changes: Partial<DirectAttempt> = {},
  pending: Partial<PendingCard> & { readonly card?: KeptCard } = {},
): Promise<DirectAttempt> => {
  const attempt = directAttemptWith(changes);
  const asked = { card: KEPT, customer: OWNER, ...pending };
  const waiting = { ...attempt, pendingCard: await sealPendingCard(attempt, asked, openVault()) };
  await store.transact([{ put: attemptItem(waiting) }]);
  return waiting;
};
