import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ActOnLinksDependencies, actOnLinks } from '../../../../functions/desk/act-at-desk/links.ts';
import { dynamoOperatorChanges } from '../../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoPayments } from '../../../../shared/adapters/dynamodb/payment/payments.ts';
import type { LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import type { DeskRole } from '../../../../shared/domain/desk/roles.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { deskCallWith, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { itemsOfAttempt, itemsOfLink, paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { putRows } from '../../../support/store/store.ts';

interface Posted {
  readonly once?: string;
  readonly role?: DeskRole;
  readonly id?: string;
}

const NOW = Date.UTC(2026, 10, 22, 9, 30);

const never = (): never => {
  throw new Error('cancelling a link asks nothing of that');
};

const scene = async (
  changes: Partial<PaymentRequest> = {},
  { attempt, ...dealerChanges }: Partial<Dealer> & { readonly attempt?: Partial<LinkAttempt> } = {},
) => {
  const table = new MemoryTable();
  const dealer = dealerWith({ dealerCode: 'D1', ...dealerChanges });
  const link = linkWith({ dealerCode: 'D1', createdAtMs: NOW - 60_000, ...changes });
  const { pendingCard: _none, ...tried } = linkAttemptWith(link, { startedAtMs: NOW, ...attempt });
  const active = { ...link.progress, attempts: 1, latest: tried.reference, activeAttempt: tried.reference };
  await putRows(table, [
    ...itemsOfLink(attempt === undefined ? link : { ...link, progress: active }),
    ...(attempt === undefined ? [] : itemsOfAttempt(tried)),
  ]);
  const payments = dynamoPayments(table, paymentNames);
  const operatorChanges = dynamoOperatorChanges(table);
  const asked = { changes: operatorChanges, payments, links: { findById: never } };
  // Cancelling uses no more than these.
  const act = actOnLinks(asked as unknown as ActOnLinksDependencies);
  return {
    link,
    changes: operatorChanges,
    act: (action: string, { once = randomUUID(), role = 'manager', id = String(link.userPosPaymentId) }: Posted = {}) =>
      act(deskCallWith({ dealer, nowMs: NOW, role, posted: { once } }), { id, action }),
    state: async () => (await payments.find(link.payment))?.link?.state,
  };
};

describe('Cancelling a link at the desk (rules 15, 54)', () => {
  test('closes it once, with an audit entry of both states', async () => {
    const { act, link, state, changes } = await scene();
    const once = randomUUID();
    const place = `/desk/links/${link.userPosPaymentId}?done=cancelled`;
    expect(locationOf(await act('cancel', { once }))).toBe(place);
    expect(locationOf(await act('cancel', { once }))).toBe(place);
    expect(await state()).toBe('cancelled');
    expect(await changes.findCommand(once)).toMatchObject({
      command: 'desk-cancel-link',
      dealerCode: 'D1',
      changed: ['state'],
      result: { dealerCode: 'D1', userPosPaymentId: link.userPosPaymentId, state: 'cancelled' },
      before: { state: 'open' },
      after: { state: 'cancelled' },
    });
  });

  test('waits while its payer may be charged', async () => {
    const { act, state } = await scene({}, { attempt: { state: 'charging' } });
    const { statusCode, markup } = pageOf(await act('cancel'));
    expect([statusCode, await state()]).toEqual([409, 'open']);
    const closed = await scene({ state: 'cancelled' });
    expect(pageOf(await closed.act('cancel')).markup).not.toBe(markup);
  });

  test('does nothing to one that is open no more', async () => {
    const { act, state } = await scene({ state: 'cancelled' });
    expect(pageOf(await act('cancel')).statusCode).toBe(409);
    expect(await state()).toBe('cancelled');
  });

  test('is not possible for a dealer who may not cancel links', async () => {
    const { act, state } = await scene({}, { barredOperations: ['CancelUserPosPayment'] });
    expect(pageOf(await act('cancel')).statusCode).toBe(409);
    expect(await state()).toBe('open');
  });

  test('is not for a viewer', async () => {
    const { act, state } = await scene();
    expect(pageOf(await act('cancel', { role: 'viewer' })).statusCode).toBe(403);
    expect(await state()).toBe('open');
  });

  test.each([
    ['another action', 'delete', undefined],
    ['a name that every object has', 'toString', undefined],
    ['a link that is not there', 'cancel', '99999'],
    ['an id that is none', 'cancel', 'x'],
    ['a new link below an id', 'make', '77'],
  ])('is answered as what does not exist: %s', async (_what, action, id) => {
    const { act } = await scene();
    expect(await act(action, id === undefined ? {} : { id })).toBeUndefined();
  });
});
