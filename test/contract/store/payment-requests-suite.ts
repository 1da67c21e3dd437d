import { describe, expect, test } from 'vitest';
import { customerItems, dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOperatorLinks } from '../../../shared/adapters/dynamodb/link/operator-links.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { paymentPointerItem } from '../../../shared/adapters/dynamodb/payment/payment-item.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { customerOf, linkOfCode, linkWith } from '../../support/dealer/records.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect, newPaymentName } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const fingerprint = 'fingerprint-1';
const names = hmacPaymentNames('test');
const recordsIn = (store: Table) => dynamoIdempotencyRecords(store, names);

const codedLink = (changes?: Partial<PaymentRequest>) => linkOfCode(names, changes);

const creatingTests = (world: () => StoreWorld): void => {
  test('link, idempotency record, pointer and customer are written in one transaction of one trip (rule 11)', async () => {
    const { store, direct, proxy } = world();
    const link = codedLink();
    const newCustomer = customerOf(link.dealerCode);
    const requests = dynamoPaymentRequests(store);
    expect(await requests.create({ link, fingerprint, newCustomer })).toEqual({
      kind: 'created',
    });
    expect(proxy.count()).toBe(1);
    expect(await requests.findByToken(link.token)).toEqual(link);
    expect(await recordsIn(store).find(link.dealerCode, link.otherTrxCode ?? '')).toEqual({
      kind: 'link',
      operation: 'CreateUserPosPayment',
      fingerprint,
      payment: link.payment,
      linkToken: link.token,
    });
    expect(await direct.get(keys.paymentPointer(link.dealerCode, link.userPosPaymentId))).toMatchObject({
      payment: link.payment,
    });
    const { dealerCustomerId, customerCode } = newCustomer;
    expect(await dynamoCustomers(direct).find(link.dealerCode, { dealerCustomerId, customerCode })).toEqual({
      byId: newCustomer,
      byCode: newCustomer,
    });
  });

  test('a blank code claims nothing: two such links of one dealer are created (rule 12)', async () => {
    const { store } = world();
    const requests = dynamoPaymentRequests(store);
    const { otherTrxCode: _, ...first } = linkWith();
    const { otherTrxCode: __, ...second } = linkWith({ dealerCode: first.dealerCode });
    expect(await requests.create({ link: first })).toEqual({ kind: 'created' });
    expect(await requests.create({ link: second })).toEqual({ kind: 'created' });
    expect(await requests.findByToken(second.token)).toEqual(second);
  });

  test('of ten calls with one code, one creates a link and nine are told of it (rule 6)', async () => {
    const { store } = world();
    const requests = dynamoPaymentRequests(store);
    const { dealerCode, otherTrxCode = '' } = linkWith();
    const links = Array.from({ length: 10 }, () => codedLink({ dealerCode, otherTrxCode }));
    const outcomes = await Promise.all(links.map((link) => requests.create({ link, fingerprint })));
    const winner = links.find((_, index) => outcomes[index]?.kind === 'created');
    const losers = outcomes.filter(({ kind }) => kind !== 'created');
    expect(losers).toHaveLength(9);
    for (const outcome of losers) {
      expect(outcome).toMatchObject({
        kind: 'code-known',
        record: { linkToken: winner?.token, payment: winner?.payment },
      });
    }
    for (const link of links.filter((one) => one !== winner)) {
      expect(await requests.findByToken(link.token)).toBeUndefined();
    }
  });

  test('the same code of two dealers names two links (rule 12: one namespace per dealer)', async () => {
    const { store } = world();
    const requests = dynamoPaymentRequests(store);
    for (const link of [codedLink({ otherTrxCode: 'same' }), codedLink({ otherTrxCode: 'same' })]) {
      expect(await requests.create({ link, fingerprint })).toEqual({ kind: 'created' });
    }
  });
};

const refusalTests = (world: () => StoreWorld): void => {
  test('a known code outranks a taken customer code and a taken id (rule 6)', async () => {
    const { store, direct } = world();
    const link = codedLink();
    const { payment, dealerCode, userPosPaymentId } = link;
    const customer = customerOf(dealerCode);
    const earlier = directAttemptWith(dealerCode, { payment });
    const operation = 'DoDirectPaymentMarketPlace';
    await putRows(direct, [
      ...itemsOfDirect({
        ...earlier,
        fingerprint: 'another',
        direct: { ...earlier.direct, operation, otherTrxCode: 'T-1' },
      }),
      ...customerItems(customer),
      paymentPointerItem(keys.paymentPointer(dealerCode, userPosPaymentId), newPaymentName()),
    ]);
    const request = { link, fingerprint, newCustomer: customer };
    expect(await dynamoPaymentRequests(store).create(request)).toEqual({
      kind: 'code-known',
      record: { kind: 'direct', operation, fingerprint: 'another', payment },
    });
  });

  test('a customer code that was registered meanwhile is reported, and nothing is written (decisions: customers)', async () => {
    const { store, direct } = world();
    const link = codedLink();
    const registered = customerOf(link.dealerCode);
    await putRows(direct, customerItems(registered));
    const newCustomer = customerOf(link.dealerCode, { customerCode: registered.customerCode });
    const requests = dynamoPaymentRequests(store);
    expect(await requests.create({ link, fingerprint, newCustomer })).toEqual({
      kind: 'customer-taken',
    });
    expect(await requests.findByToken(link.token)).toBeUndefined();
    expect(await recordsIn(store).find(link.dealerCode, link.otherTrxCode ?? '')).toBeUndefined();
  });

  test('an id in use is told, and the first link stays as it is', async () => {
    const { store } = world();
    const requests = dynamoPaymentRequests(store);
    const first = codedLink();
    const { dealerCode, userPosPaymentId } = first;
    const second = codedLink({ dealerCode, userPosPaymentId });
    await requests.create({ link: first, fingerprint });
    expect(await requests.create({ link: second, fingerprint })).toEqual({ kind: 'id-taken' });
    expect(await requests.findByToken(first.token)).toEqual(first);
    expect(await requests.findByToken(second.token)).toBeUndefined();
    expect(await recordsIn(store).find(dealerCode, second.otherTrxCode ?? '')).toBeUndefined();
  });

  test('a random name in use is told of a blank code, and the first link stays as it is', async () => {
    const { store } = world();
    const requests = dynamoPaymentRequests(store);
    const { otherTrxCode: _, ...first } = linkWith();
    const { otherTrxCode: __, ...second } = linkWith({ dealerCode: first.dealerCode, payment: first.payment });
    await requests.create({ link: first });
    expect(await requests.create({ link: second })).toEqual({ kind: 'id-taken' });
    expect(await requests.findByToken(first.token)).toEqual(first);
    expect(await requests.findByToken(second.token)).toBeUndefined();
  });

  test('a customer id in use is told, and no customer is overwritten', async () => {
    const { store, direct } = world();
    const link = linkWith();
    const registered = customerOf(link.dealerCode);
    await putRows(direct, customerItems(registered));
    const newCustomer = customerOf(link.dealerCode, { dealerCustomerId: registered.dealerCustomerId });
    expect(await dynamoPaymentRequests(store).create({ link, newCustomer })).toEqual({ kind: 'id-taken' });
    const { dealerCustomerId } = registered;
    expect(await dynamoCustomers(direct).find(link.dealerCode, { dealerCustomerId })).toEqual({ byId: registered });
  });
};

/** The contract of the port of payment requests, on any engine. */
export const paymentRequestsSuite = (world: () => StoreWorld): void => {
  describe('creating a payment request', () => creatingTests(world));
  describe('a payment request that cannot be created', () => refusalTests(world));

  test('links of a dealer are listed by Istanbul day, oldest first over all shards', async () => {
    const { store } = world();
    // 20:59 and 21:01 in UTC are one minute before and after midnight in Istanbul, and a new month begins there.
    const { dealerCode } = linkWith();
    const at = (createdAtMs: number, listingShards: number) => linkWith({ dealerCode, createdAtMs, listingShards });
    const beforeMidnight = at(Date.UTC(2026, 0, 31, 20, 59), 1);
    const [second, first] = [at(Date.UTC(2026, 0, 31, 21, 2), 3), at(Date.UTC(2026, 0, 31, 21, 1), 1)];
    const third = at(Date.UTC(2026, 1, 1, 20, 59), 2);
    const nextDay = at(Date.UTC(2026, 1, 1, 21), 1);
    for (const link of [beforeMidnight, second, third, first, nextDay]) {
      await dynamoPaymentRequests(store).create({ link });
    }
    const listed = async (day: string, page: { after?: string; limit: number } = { limit: 9 }) => {
      const found = await dynamoOperatorLinks(store).pageOfDay({ dealerCode, day, listingShards: 3, ...page });
      return found.map(({ link }) => link);
    };
    expect(await listed('20260131')).toEqual([beforeMidnight]);
    expect(await listed('20260201')).toEqual([first, second, third]);
    expect(await listed('20260201', { limit: 2 })).toEqual([first, second]);
    const [, { position } = expect.unreachable()] = await dynamoOperatorLinks(store).pageOfDay({
      dealerCode,
      day: '20260201',
      listingShards: 3,
      limit: 2,
    });
    expect(await listed('20260201', { after: position, limit: 2 })).toEqual([third]);
    expect(await listed('20260203')).toEqual([]);
  });
};
