import { describe, expect, test } from 'vitest';
import { addCard } from '../../../functions/card/add-card/add-card.ts';
import { getCard } from '../../../functions/card/get-card/get-card.ts';
import { listCards } from '../../../functions/card/list-cards/list-cards.ts';
import { removeCard } from '../../../functions/card/remove-card/remove-card.ts';
import { updateCard } from '../../../functions/card/update-card/update-card.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { cardTokens } from '../../../shared/adapters/runtime/card-tokens.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { MAX_CARDS_OF_CUSTOMER } from '../../../shared/domain/customer/customer-fields.ts';
import type { Dealer, OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { numbersOfTestCards, testCardAuthenticates } from '../../../shared/nestpay/test-card-numbers.ts';
import type { CardKeeping, CustomerBook } from '../../../shared/ports/customer-book.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { openVault, plainHasher } from '../../support/card/card-storing.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { customerOf } from '../../support/dealer/records.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const NUMBERS = numbersOfTestCards.filter(testCardAuthenticates);
const [ONE = '', OTHER = ''] = NUMBERS;

interface Answered {
  readonly DealerCustomer: { readonly CustomerCode: string };
  readonly CardListCount: number;
  readonly CardList: readonly {
    readonly CardToken: string;
    readonly CardName: string;
    readonly CardNumberLastFour: string;
  }[];
}

/** A dealer's customer, whose cards are changed by these operations; a test puts other ports in the place of some. */
const sceneOf = async (changes: { dealer?: Partial<Dealer>; sandbox?: boolean } = {}) => {
  const [table, clock, vault] = [new MemoryTable(), new FakeClock(), openVault()];
  const dealer = dealerWith({ dealerCode: 'D1', ...changes.dealer });
  const customer = customerOf(dealer.dealerCode, { customerCode: 'C-1' });
  const [book, keeping] = [dynamoCustomerBook(table), dynamoCardKeeping(table)];
  await book.add(customer, { moment: { changeId: 'CHANGE', nowMs: clock.now(), listingShards: 1 } });
  const ports: { customers: CustomerBook; cards: CardKeeping } = { customers: book, cards: keeping };
  const deps = () => ({
    ...ports,
    bins: dynamoBinDirectory(table),
    opener: vault,
    sealer: vault,
    hasher: plainHasher,
    cardTokens: cardTokens({ randomness: systemRandomness, nameCustomers: false }),
    randomness: systemRandomness,
    clock,
    sandbox: changes.sandbox ?? true,
  });
  const call = <Value>(operation: OperationName, value: Value) =>
    ({ dealer, operation, sourceAddress: '203.0.113.7', read: { ok: true, value } }) as const;
  const names = { DealerCustomerId: undefined, CustomerCode: 'C-1' };
  const card = (CardNumber: string, CardName?: string) => ({
    CardHolderFullName: 'Ada Lovelace',
    CardNumber,
    ExpMonth: '12',
    ExpYear: '2030',
    CardName,
  });
  const answered = async (answer: Promise<{ readonly data: unknown }>) => (await answer).data as Answered;
  return {
    table,
    clock,
    ports,
    customer,
    add: (number: string, name?: string) =>
      answered(addCard(deps())(call('AddCard', { ...names, ...card(number, name) }))),
    list: () => answered(listCards(deps())(call('GetCardList', names))),
    find: (CardToken: string) =>
      answered(getCard({ ...deps(), customers: dynamoCustomers(table) })(call('GetCard', { CardToken }))),
    rename: (CardToken: string, CardName?: string) =>
      answered(updateCard(deps())(call('UpdateCard', { CardToken, CardName }))),
    remove: (CardToken: string) => removeCard(deps())(call('RemoveCard', { CardToken })),
  };
};

const tokenOf = ({ CardList: [card] }: Answered): string => card?.CardToken ?? expect.unreachable();
const endingsOf = ({ CardList }: Answered) => CardList.map(({ CardNumberLastFour }) => CardNumberLastFour);

/** Lets so many calls of a port lose against another one. */
const losing = (times: number) => {
  let tried = 0;
  const loses = (): boolean => {
    tried += 1;
    return tried <= times;
  };
  return { loses, tried: () => tried };
};

describe('The cards of a customer (decisions: customers and cards)', () => {
  test('are listed the newest first, and in front the one that was just stored', async () => {
    const scene = await sceneOf();
    const first = await scene.add(ONE, 'One');
    expect(first).toMatchObject({
      DealerCustomer: { CustomerCode: 'C-1' },
      CardListCount: 1,
      CardList: [{ CardName: 'One' }],
    });
    scene.clock.advance(1);
    expect(endingsOf(await scene.add(OTHER))).toEqual([OTHER.slice(-4), ONE.slice(-4)]);
    expect(endingsOf(await scene.list())).toEqual([OTHER.slice(-4), ONE.slice(-4)]);
    // A known card keeps its token and its name, and stands in front once.
    scene.clock.advance(1);
    const again = await scene.add(ONE);
    expect([tokenOf(again), endingsOf(again)]).toEqual([tokenOf(first), [ONE.slice(-4), OTHER.slice(-4)]]);
    expect(again.CardList[0]).toMatchObject({ CardName: 'One' });
    expect(await scene.find(tokenOf(first))).toMatchObject({
      DealerCustomer: { CustomerCode: 'C-1' },
      CardListCount: 1,
    });
  });

  test('are given another name, or none, and are removed', async () => {
    const scene = await sceneOf();
    const token = tokenOf(await scene.add(ONE, 'One'));
    expect(await scene.rename(token, 'Other')).toMatchObject({ CardListCount: 1, CardList: [{ CardName: 'Other' }] });
    expect(await scene.rename(token)).toMatchObject({
      DealerCustomer: { CustomerCode: 'C-1' },
      CardList: [{ CardName: '' }],
    });
    await expect(scene.rename(token, ONE)).rejects.toMatchObject({ reason: 'InvalidRequest' });
    expect(await scene.remove(token)).toEqual({ data: true });
    for (const gone of [scene.find(token), scene.rename(token), scene.remove(token)]) {
      await expect(gone).rejects.toMatchObject({ reason: 'CardTokenNotFound' });
    }
    expect(await scene.list()).toMatchObject({ CardListCount: 0 });
  });

  test(`are ${MAX_CARDS_OF_CUSTOMER} at most, and are stored for dealers with the feature alone`, async () => {
    const scene = await sceneOf();
    const open: CustomerBook['open'] = async (...named) => ({
      ...(await dynamoCustomerBook(scene.table).open(...named)),
      cardTokens: Array.from({ length: MAX_CARDS_OF_CUSTOMER }, (_, index) => `token-${index}`),
    });
    scene.ports.customers = { ...scene.ports.customers, open };
    await expect(scene.add(ONE)).rejects.toMatchObject({ reason: 'TooManyCards' });
    await expect((await sceneOf({ dealer: { cardStorage: false } })).add(ONE)).rejects.toMatchObject({
      reason: 'InvalidRequest',
    });
  });

  test('are test cards in a sandbox stage', async () => {
    await expect((await sceneOf()).add('4242424242424242')).rejects.toMatchObject({ reason: 'InvalidCardInfo' });
    expect(endingsOf(await (await sceneOf({ sandbox: false })).add('4242424242424242'))).toEqual(['4242']);
  });
});

describe('Calls about one card or customer at the same moment', () => {
  test.each([
    [4, true],
    [5, false],
  ])('a card is stored after %d changes of its customer in between: %s', async (times, isStored) => {
    const scene = await sceneOf();
    const { loses, tried } = losing(times);
    const { customers } = scene.ports;
    scene.ports.customers = {
      ...customers,
      addCard: async (...added) => (loses() ? 'customer-changed' : customers.addCard(...added)),
    };
    const outcome = await scene.add(ONE).catch(() => undefined);
    expect([outcome !== undefined, tried()]).toEqual([isStored, 5]);
    expect(await scene.list()).toMatchObject({ CardListCount: isStored ? 1 : 0 });
  });

  test('a known card that changed, or was removed, in between is looked at again', async () => {
    const scene = await sceneOf();
    const token = tokenOf(await scene.add(ONE));
    const { customers, cards } = scene.ports;
    const { loses } = losing(1);
    scene.ports.customers = {
      ...customers,
      renewCard: async (...renewed) => (loses() ? 'card-changed' : customers.renewCard(...renewed)),
    };
    expect(tokenOf(await scene.add(ONE))).toBe(token);
    scene.ports.cards = {
      ...cards,
      find: async (...asked) => {
        scene.ports.cards = cards;
        await scene.remove(token);
        return cards.find(...asked);
      },
    };
    const stored = await scene.add(ONE);
    expect([stored.CardListCount, tokenOf(stored) === token]).toEqual([1, false]);
  });

  test.each(['too-many-for-customer', 'too-many-for-dealer'] as const)(
    'a card is not stored where there were %s',
    async (many) => {
      const scene = await sceneOf();
      const { customers } = scene.ports;
      scene.ports.customers = { ...customers, addCard: async () => many };
      await expect(scene.add(ONE)).rejects.toMatchObject({ reason: 'TooManyCards' });
      scene.ports.customers = customers;
      await scene.add(ONE);
      scene.ports.customers = { ...customers, renewCard: async () => many };
      await expect(scene.add(ONE)).rejects.toMatchObject({ reason: 'TooManyCards' });
    },
  );

  test.each([
    [4, true],
    [5, false],
  ])('a card that was encrypted anew %d times in between is renamed and removed: %s', async (times, isDone) => {
    const scene = await sceneOf();
    const token = tokenOf(await scene.add(ONE, 'One'));
    const { cards } = scene.ports;
    const [renames, removals] = [losing(times), losing(times)];
    scene.ports.cards = {
      ...cards,
      rename: async (...change) => !renames.loses() && cards.rename(...change),
      remove: async (...change) => !removals.loses() && cards.remove(...change),
    };
    const renamed = await scene.rename(token, 'Other').catch(() => undefined);
    expect([renamed !== undefined, renames.tried()]).toEqual([isDone, 5]);
    const removed = await scene.remove(token).catch(() => undefined);
    expect([removed !== undefined, removals.tried()]).toEqual([isDone, 5]);
    expect(await scene.list()).toMatchObject({ CardListCount: isDone ? 0 : 1 });
  });
});
