import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoDeskLinks } from '../../../shared/adapters/dynamodb/link/desk-links.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoDeskSales } from '../../../shared/adapters/dynamodb/sale/desk-sales.ts';
import { planItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { saleItems, saleOfCustomerKeys } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { NewestLinksQuery } from '../../../shared/ports/desk-links.ts';
import { linkWith, saleOf } from '../../support/dealer/records.ts';
import { planOf } from '../../support/sale/plans.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const SHARDS = 3;
const NOON = Date.UTC(2026, 10, 28, 9);
const DAY_MS = 86_400_000;

/** The contract of what the desk lists of links and of a customer's sales. */
export const deskLinksSuite = (world: () => Pick<StoreWorld, 'direct'>): void => {
  const newDealerCode = () => `T${randomUUID().slice(0, 8)}`;

  const madeAt = async (dealerCode: string, createdAtMs: number): Promise<PaymentRequest> => {
    const { otherTrxCode: _, ...link } = linkWith({ dealerCode, createdAtMs, listingShards: SHARDS });
    expect(await dynamoPaymentRequests(world().direct).create({ link })).toEqual({ kind: 'created' });
    return link;
  };

  const newest = (dealerCode: string, asked: Partial<NewestLinksQuery> = {}) =>
    dynamoDeskLinks(world().direct).newest({
      dealerCode,
      listingShards: SHARDS,
      from: '20260901',
      until: '20261128',
      limit: 50,
      ...asked,
    });

  describe('The links that the desk lists', () => {
    test('come newest first over shards and months, page by page, without those of another dealer', async () => {
      const dealerCode = newDealerCode();
      const ages = [0, 1, 2, 3, 20, 40, 41, 70];
      const links = [];
      for (const age of ages) links.push(await madeAt(dealerCode, NOON - age * DAY_MS));
      await madeAt(newDealerCode(), NOON);
      const all = await newest(dealerCode);
      expect(all.map(({ link }) => link)).toEqual(links);
      const pages: PaymentRequest[] = [];
      let before: string | undefined;
      for (let page = 0; page <= ages.length; page += 1) {
        const read = await newest(dealerCode, { limit: 3, before });
        pages.push(...read.map(({ link }) => link));
        before = read.at(-1)?.position;
        if (read.length < 3) break;
      }
      expect(pages).toEqual(links);
    });

    test('are those of the days that are asked for, in the calendar of Istanbul', async () => {
      const dealerCode = newDealerCode();
      const midnight = Date.UTC(2026, 9, 31, 21);
      const [late, early] = [await madeAt(dealerCode, midnight), await madeAt(dealerCode, midnight - 1)];
      expect((await newest(dealerCode, { from: '20261101', until: '20261101' })).map(({ link }) => link)).toEqual([
        late,
      ]);
      expect((await newest(dealerCode, { from: '20261031', until: '20261031' })).map(({ link }) => link)).toEqual([
        early,
      ]);
      expect(await newest(dealerCode, { from: '20261102', until: '20261103' })).toEqual([]);
    });

    test('go back seven months at most', async () => {
      await expect(newest(newDealerCode(), { from: '20260401' })).rejects.toThrow('too many months');
    });
  });

  describe('The sales of a customer that the desk shows', () => {
    test('come newest first with their latest plans, without deleted ones and those of others', async () => {
      const dealerCode = newDealerCode();
      const sale = (dealerSaleId: number, changes = {}) => saleOf(dealerCode, { dealerSaleId, ...changes });
      const [old, deleted, late] = [sale(5), sale(6, { deletedAtMs: NOON }), sale(1007)];
      const other = sale(8, { dealerCustomerId: 2, customerCode: 'Other' });
      const markers = [old, deleted, late, other].flatMap((one) => saleOfCustomerKeys(one));
      const plan = (dealerPaymentPlanId: number) => planOf({ dealerCode, dealerSaleId: 5, dealerPaymentPlanId });
      await putRows(world().direct, [
        ...[old, deleted, late, other].flatMap((one) => saleItems(one)),
        ...markers.map((key) => ({ ...key, entity: 'sale-of-customer' })),
        ...[9, 10, 100].map((id) => planItem(plan(id))),
      ]);
      const sales = dynamoDeskSales(world().direct);
      const found = await sales.ofCustomer(dealerCode, 1033, 20);
      expect(found.map((one) => one.sale)).toEqual([late, old]);
      expect(found.map(({ plans }) => plans.map((one) => one.dealerPaymentPlanId))).toEqual([[], [100, 10, 9]]);
      expect((await sales.ofCustomer(dealerCode, 1033, 1)).map((one) => one.sale)).toEqual([late]);
      expect(await sales.ofCustomer(dealerCode, 3, 20)).toEqual([]);
    });
  });
};
