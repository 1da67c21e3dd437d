import { hash } from 'node:crypto';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { cardTokens } from '../../../shared/adapters/runtime/card-tokens.ts';
import { systemClock, systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { CardStoring } from '../../../shared/payment-flow/store-card.ts';
import type { CardHasher } from '../../../shared/ports/card-hasher.ts';
import { type Opener, type SealContext, SealedValueDamaged, type Sealer } from '../../../shared/ports/vault.ts';
import { FakeLog } from '../../fakes/log.ts';

const partsOf = (sealed: string): readonly unknown[] => {
  try {
    return JSON.parse(Buffer.from(sealed, 'base64url').toString('utf8'));
  } catch {
    throw new SealedValueDamaged('BadFormat');
  }
};

/** A vault without encryption, for tests of other things. A value opens only at the place it was sealed for. */
export const openVault = (keyName = 'test-key'): Sealer & Opener => ({
  keyName,
  seal: async (plaintext: string, context: SealContext) =>
    Buffer.from(JSON.stringify([plaintext, context]), 'utf8').toString('base64url'),
  open: async (sealed: string, context: SealContext) => {
    const [plaintext, place] = partsOf(sealed);
    if (JSON.stringify(place) !== JSON.stringify(context)) throw new SealedValueDamaged('NotAuthentic');
    return String(plaintext);
  },
});

/** One hash per dealer, scope and number. */
export const plainHasher: CardHasher = {
  hash: async (card) => hash('sha256', JSON.stringify(card), 'base64url'),
};

export interface TestCardStoring extends CardStoring {
  readonly log: FakeLog;
  /** Cards that could not be stored so far. */
  readonly notStored: () => number;
}

/** Dependencies for storing a card, over a table. A test replaces the ones that it is about. */
export const cardStoringOver = (store: Table, changes: Partial<CardStoring> = {}): TestCardStoring => {
  let count = 0;
  const log = new FakeLog();
  return {
    storedCards: dynamoStoredCards(store),
    hasher: plainHasher,
    sealer: openVault(),
    cardTokens: cardTokens({ randomness: systemRandomness, nameCustomers: false }),
    clock: systemClock,
    metrics: {
      cardNotStored: () => {
        count += 1;
      },
    },
    ...changes,
    log,
    notStored: () => count,
  };
};
