import { expect, test } from 'vitest';
import {
  placesItem,
  reusableLinkItem,
} from '../../../../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import { dynamoUsedUpLinks } from '../../../../../shared/adapters/dynamodb/reusable-link/used-up-links.ts';
import { approve } from '../../../../../shared/domain/attempt/transitions.ts';
import { eventOfAttempt } from '../../../../../shared/domain/outbox/event-of-payment.ts';
import { addressOf } from '../../../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { reusableLinkWith } from '../../../../support/link/reusable-links.ts';
import { linkAttemptWith } from '../../../../support/payment/attempts.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

const link = reusableLinkWith({ maxPayments: 1 });
const request = linkWith();
const nowMs = Date.UTC(2027, 0, 15, 9);

/** The event of a payment of a request that names a link, or names none. */
const paidEvent = (madeOf: { readonly placeShards: number } | undefined) => {
  const { name, userPosLinkId, linkCode } = link;
  const attempt = linkAttemptWith(
    request,
    madeOf === undefined ? {} : { madeOf: { name, userPosLinkId, linkCode, ...madeOf } },
  );
  const change = approve(
    attempt,
    {},
    { nowMs, resultReference: addressOf(request.payment, 'the-secret-of-the-result') },
  );
  return eventOfAttempt(change ?? expect.unreachable(), change?.link) ?? expect.unreachable();
};

const tableWith = async (places: { readonly free: number; readonly held: number; readonly paid: number }) => {
  const table = new MemoryTable();
  await table.transact([{ put: reusableLinkItem(link) }, { put: placesItem(link.name, { shard: 0, ...places }) }]);
  return table;
};

test('A payment of the last place tells that its link is used up, and any other tells nothing', async () => {
  const sold = dynamoUsedUpLinks(await tableWith({ free: 0, held: 0, paid: 1 }));
  expect(await sold.behind(paidEvent({ placeShards: 1 }))).toMatchObject({
    type: 'link.used-up',
    occurredAtMs: nowMs,
    facts: { reusableLink: { linkCode: link.linkCode } },
  });
  const unread = dynamoUsedUpLinks({ query: () => expect.unreachable('a link is read for another payment') });
  expect(await unread.behind(paidEvent(undefined))).toBeUndefined();
  const open = dynamoUsedUpLinks(await tableWith({ free: 1, held: 0, paid: 0 }));
  expect(await open.behind(paidEvent({ placeShards: 1 }))).toBeUndefined();
  const elsewhere = dynamoUsedUpLinks(new MemoryTable());
  expect(await elsewhere.behind(paidEvent({ placeShards: 1 }))).toBeUndefined();
});
