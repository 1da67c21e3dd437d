import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { removeCard } from '../../../../functions/card/remove-card/remove-card.ts';
import { removeCustomer } from '../../../../functions/customer/remove-customer/remove-customer.ts';
import { functionDefinitions } from '../../../../infra/functions/all-functions.ts';
import { dynamoCardKeeping } from '../../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { dynamoCustomerBook } from '../../../../shared/adapters/dynamodb/customer/customer-book.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import { tokenOfCustomer } from '../../../../shared/domain/card/stored-card.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { customerOf } from '../../../support/dealer/records.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { notingTable } from '../../../support/store/noting-table.ts';

const dealer = dealerWith();
const { dealerCode } = dealer;
const clock = new FakeClock();

/** What the role of a function may do with the table. */
const actionsOfRole = (name: string): readonly string[] =>
  functionDefinitions.find((one) => one.name === name)?.table ?? [];

/** A customer with one card, in a table that notes what is asked of it from now on. */
const storedUnder = async (token: (dealerCustomerId: number) => string) => {
  const rows = new MemoryTable();
  const customer = customerOf(dealerCode);
  const { dealerCustomerId, customerCode } = customer;
  const card = {
    token: token(dealerCustomerId),
    dealerCode,
    customer: { dealerCustomerId, customerCode },
    maskedCard: '411111******1111',
    sealed: 'v2.key.sealed.value',
    keyName: 'key',
    version: 1,
    storedAtMs: clock.now(),
  };
  const moment = { changeId: 'CHANGE', nowMs: clock.now(), listingShards: 1 };
  await dynamoCustomerBook(rows).add(customer, { card: { card, hash: 'H'.repeat(43) }, moment });
  const { table, actions } = notingTable(rows);
  const cards = dynamoCardKeeping(table);
  const deps = { cards, customers: dynamoCustomerBook(table), clock, randomness: systemRandomness };
  const cardsLeft = () => rows.rows().filter(({ entity }) => entity === 'stored-card');
  return { token: card.token, customer, deps, actions, cardsLeft };
};

const call = <Operation extends string, Value>(operation: Operation, value: Value) =>
  ({ dealer, operation, sourceAddress: '203.0.113.7', read: { ok: true, value } }) as const;

describe.each([
  ['under its token', () => randomUUID()],
  ['beside its customer', (dealerCustomerId: number) => tokenOfCustomer(randomUUID(), dealerCustomerId)],
])('A card that is kept %s', (_form, newToken) => {
  test('is removed with what the role of RemoveCard may do', async () => {
    const { token: CardToken, deps, actions, cardsLeft } = await storedUnder(newToken);
    await removeCard(deps)(call('RemoveCard', { CardToken }));
    expect(cardsLeft()).toEqual([]);
    expect(actionsOfRole('remove-card')).toEqual(expect.arrayContaining([...actions()]));
  });

  test('is removed with its customer with what the role of RemoveCustomer may do', async () => {
    const { customer, deps, actions, cardsLeft } = await storedUnder(newToken);
    const { dealerCustomerId: DealerCustomerId } = customer;
    await removeCustomer(deps)(call('RemoveCustomer', { DealerCustomerId, CustomerCode: undefined }));
    expect(cardsLeft()).toEqual([]);
    expect(actionsOfRole('remove-customer')).toEqual(expect.arrayContaining([...actions()]));
  });
});
