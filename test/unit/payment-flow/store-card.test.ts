import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import type { PendingCard } from '../../../shared/domain/card/stored-card.ts';
import { concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import { openPendingCard, openStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { type CardStoring, concludeApprovedStoringCard } from '../../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import { cardStoringOver, openVault } from '../../support/card/card-storing.ts';
import { attemptWithCard, KEPT, OWNER } from '../../support/card/waiting-card.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const REFERENCES = { authCode: 'A', hostReference: 'H', transactionId: 'T' };

const scene = async (changes: Partial<CardStoring> = {}) => {
  const store = new MemoryTable();
  const attempts = dynamoAttempts(store);
  const deps = cardStoringOver(store, changes);
  const approve = (attempt: Attempt, options: { attempts?: Attempts; deps?: CardStoring; leftMs?: number } = {}) =>
    concludeApprovedStoringCard(
      options.attempts ?? attempts,
      attempt,
      {
        references: REFERENCES,
        options: { nowMs: Date.now(), resultReference: '' },
        card: (pending: PendingCard) => openPendingCard(attempt, pending, openVault()),
        untilMs: Date.now() + (options.leftMs ?? 20_000),
      },
      options.deps ?? deps,
    );
  return {
    store,
    attempts,
    deps,
    approve,
    cards: () => dynamoStoredCards(store).ofCustomer('D1', OWNER.dealerCustomerId, 100),
    found: async ({ reference }: Attempt) => attempts.find(reference),
  };
};

const fails = (error: Error) => async (): Promise<never> => {
  throw error;
};

/** Approved, and the card is neither stored nor waiting. */
const expectApprovedWithout = async (
  { found, cards }: Pick<Awaited<ReturnType<typeof scene>>, 'found' | 'cards'>,
  attempt: Attempt,
): Promise<void> => {
  const now = await found(attempt);
  expect(now).toMatchObject({ state: 'approved', told: 'paid' });
  expect(now).not.toHaveProperty('pendingCard');
  expect(await cards()).toEqual([]);
};

describe('an approval stores the card that waits in its attempt (rules 26, 27)', () => {
  test('in the transaction that approves: never one without the other', async () => {
    const { store, approve, cards, found } = await scene();
    const attempt = await attemptWithCard(store, {}, { cardName: 'My card' });
    expect(await approve(attempt)).toBe(true);
    const [card] = await cards();
    expect(card).toMatchObject({ cardName: 'My card', customer: OWNER, version: 1, maskedCard: attempt.maskedCard });
    expect(await openStoredCard(card ?? expect.unreachable('a card is stored'), openVault())).toEqual(KEPT);
    expect(await found(attempt)).not.toHaveProperty('pendingCard');
  });

  test('the same card again keeps its token and its name, where no new name is given', async () => {
    const { store, approve, cards } = await scene();
    await approve(await attemptWithCard(store, {}, { cardName: 'My card' }));
    const [first] = await cards();
    await approve(await attemptWithCard(store, {}, { card: { ...KEPT, expiryYear: '2035' } }));
    const [second, ...others] = await cards();
    expect(others).toEqual([]);
    expect(second).toMatchObject({ token: first?.token, cardName: 'My card', version: 2 });
    expect(await openStoredCard(second ?? expect.unreachable('a card is stored'), openVault())).toMatchObject({
      expiryYear: '2035',
    });
  });

  test('if another attempt stored the same card first, its token is used', async () => {
    const { store, approve, cards, deps } = await scene();
    const [slow, fast] = [await attemptWithCard(store), await attemptWithCard(store)];
    let looked = 0;
    const storedCards = dynamoStoredCards(store);
    const late: CardStoring = {
      ...deps,
      storedCards: {
        findByHash: async (...call) => {
          const found = await storedCards.findByHash(...call);
          // Between the look-up and the write of the slow payment, the fast one stores the card.
          looked += 1;
          if (looked === 1) await approve(fast);
          return found;
        },
      },
    };
    expect(await approve(slow, { deps: late })).toBe(true);
    expect(looked).toBe(2);
    expect(await cards()).toMatchObject([{ version: 2 }]);
  });

  test('an attempt without a card is approved without a look at the vault', async () => {
    const failing = { seal: fails(new Error('not asked')), keyName: 'none' };
    const { store, approve, deps, attempts } = await scene({ sealer: failing });
    const { pendingCard: _none, ...plain } = await attemptWithCard(store);
    expect(await approve(plain)).toBe(true);
    expect(await attempts.find(plain.reference)).toMatchObject({ state: 'approved' });
    expect(deps.notStored()).toBe(0);
  });

  test('an attempt that somebody else has ended stores nothing', async () => {
    const { store, approve, cards, attempts, deps } = await scene();
    const attempt = await attemptWithCard(store);
    const ending = { nowMs: Date.now(), resultReference: '' };
    expect(await concludeDeclined(attempts, attempt, { code: '005' }, ending)).toBe(true);
    expect(await approve(attempt)).toBe(false);
    expect(await cards()).toEqual([]);
    expect(deps.notStored()).toBe(0);
  });
});

describe('a card that cannot be stored does not prevent the approval', () => {
  const causes: readonly (readonly [string, Partial<CardStoring>, string])[] = [
    [
      'the vault does not seal',
      { sealer: { keyName: 'k', seal: fails(new VaultUnavailable('X')) } },
      'VaultUnavailable',
    ],
    ['the vault does not hash', { hasher: { hash: fails(new VaultUnavailable('X')) } }, 'VaultUnavailable'],
    [
      'the look-up has no answer',
      { storedCards: { findByHash: fails(new StoreUnavailable('unknown', 'TimeoutError')) } },
      'StoreUnavailable',
    ],
  ];
  test.each(causes)('%s: approved without it, logged and counted', async (_cause, changes, errorName) => {
    const { store, approve, deps, ...rest } = await scene(changes);
    const attempt = await attemptWithCard(store);
    expect(await approve(attempt)).toBe(true);
    await expectApprovedWithout(rest, attempt);
    expect(deps.notStored()).toBe(1);
    expect(deps.log.lines).toEqual([
      { level: 'error', event: 'card not stored', fields: { dealerCode: 'D1', errorName } },
    ]);
  });

  test('a waiting card that was sealed for another attempt is not stored', async () => {
    const { store, approve, deps, ...rest } = await scene();
    const [one, other] = [await attemptWithCard(store), await attemptWithCard(store)];
    const mixed = { ...one, ...(other.pendingCard === undefined ? {} : { pendingCard: other.pendingCard }) };
    expect(await approve(mixed)).toBe(true);
    await expectApprovedWithout(rest, one);
    expect(deps.notStored()).toBe(1);
  });

  test('a condition that fails each time: three rounds, then approved without the card', async () => {
    let looked = 0;
    const never = async () => {
      looked += 1;
      return undefined;
    };
    const { store, approve, deps, cards, found } = await scene();
    await approve(await attemptWithCard(store));
    const attempt = await attemptWithCard(store);
    expect(await approve(attempt, { deps: { ...deps, storedCards: { findByHash: never } } })).toBe(true);
    expect(looked).toBe(3);
    expect(await found(attempt)).toMatchObject({ state: 'approved' });
    expect(await cards()).toMatchObject([{ version: 1 }]);
    expect(deps.log.lines).toMatchObject([{ fields: { errorName: 'CardChanged' } }]);
  });

  test('no time is left before the approval must be written', async () => {
    const { store, approve, deps, ...rest } = await scene();
    const attempt = await attemptWithCard(store);
    expect(await approve(attempt, { leftMs: 5000 })).toBe(true);
    await expectApprovedWithout(rest, attempt);
    expect(deps.log.lines).toMatchObject([{ fields: { errorName: 'NoTimeLeft' } }]);
  });

  test('a write that the store refused as a whole is repeated without the card', async () => {
    const { store, approve, attempts, deps, ...rest } = await scene();
    const attempt = await attemptWithCard(store);
    const refusing = { ...attempts, approveStoring: fails(new StoreUnavailable('not-applied', 'Throttling')) };
    expect(await approve(attempt, { attempts: refusing })).toBe(true);
    await expectApprovedWithout(rest, attempt);
    expect(deps.notStored()).toBe(1);
  });

  test('a write whose outcome is unknown is not repeated: it may have been the approval', async () => {
    const { store, approve, attempts, deps, found } = await scene();
    const attempt = await attemptWithCard(store);
    const lost = { ...attempts, approveStoring: fails(new StoreUnavailable('unknown', 'TimeoutError')) };
    await expect(approve(attempt, { attempts: lost })).rejects.toThrow(StoreUnavailable);
    expect(await found(attempt)).toMatchObject({ state: 'charging' });
    expect(deps.notStored()).toBe(0);
  });
});
