import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { stateItem } from '../../../shared/adapters/dynamodb/link/state-item.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf, readAddress } from '../../../shared/domain/payment/payment-name.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { newOperator, OPERATED_BASE_URL, type Operator, operatedDealer } from '../../support/operator/operators.ts';
import { itemsOfLink, newPaymentName, paymentNames } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const DAY = '20270115';
const NOON = Date.UTC(2027, 0, 15, 9);
const SECRETS = { sealedCodeForHash: 'SEALED-CODE', successHash: 'HASH-T', failureHash: 'HASH-F' };

/** The part of a link's address that opens its page. */
const secretOf = ({ token }: PaymentRequest): string => readAddress(token)?.secret ?? expect.unreachable();

const linkOf = (
  dealerCode: string,
  { payment = newPaymentName(), ...changes }: Partial<PaymentRequest> = {},
): PaymentRequest => ({
  payment,
  token: addressOf(payment, systemRandomness.token()),
  userPosPaymentId: randomInt(100_000, 2_000_000_000),
  dealerCode,
  dealerName: 'Operated Store',
  dealerCustomerTypeId: 26,
  dealerCustomerId: 0,
  source: 'payment-request',
  insideFrame: false,
  progress: NO_PROGRESS,
  state: 'open',
  version: 1,
  createdAtMs: NOON,
  listingShards: 1,
  expiresAtMs: NOON + 3_600_000,
  terms: {
    amount: minor(2750),
    currency: 'TL',
    installments: { by: 'payer' },
    allowedCounts: [1, 2],
    commissionByDealer: 12,
    commissionDifferenceOnly: false,
    preAuthorisation: false,
    pooled: false,
    threeDMandatory: true,
    cardStorage: 'never',
  },
  delivery: { email: 'payer@example.com' },
  buyer: { fullName: 'Ada' },
  basket: [{ productId: 1, unitPrice: minor(2750), quantity: 1 }],
  secrets: SECRETS,
  ...changes,
});

const putLinks = (operator: Operator, links: readonly PaymentRequest[]): Promise<void> =>
  putRows(
    operator.store,
    links.flatMap((link) => itemsOfLink(link, 'f')),
  );

/** Reads a whole day page by page, with a bound on the pages. */
const wholeDay = async ({ done }: Operator, input: Record<string, unknown>): Promise<number[][]> => {
  const pages: number[][] = [];
  let cursor: unknown;
  for (let page = 0; page < 100; page += 1) {
    const answer = await done('list-payment-requests', { ...input, ...(cursor === undefined ? {} : { cursor }) });
    const found = answer.paymentRequests as readonly { readonly userPosPaymentId: number }[];
    pages.push(found.map(({ userPosPaymentId }) => userPosPaymentId));
    cursor = answer.next;
    if (cursor === undefined) return pages;
  }
  throw new Error('the list does not end');
};

describe('list-payment-requests', () => {
  test('a day is listed oldest first over all shards, page by page, each request once', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode } = operator;
    // Some share a shard or a time, and neither ids nor names rise with time.
    const links = Array.from({ length: 130 }, (_, index) =>
      linkOf(dealerCode, {
        userPosPaymentId: 200_000 + ((index * 37) % 131) * (index % 3 === 0 ? 32 : 1) * 1000 + index,
        createdAtMs: NOON + Math.floor(index / 2) * 1000,
      }),
    );
    await putLinks(operator, links);
    const inOrder = links
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.payment < b.payment ? -1 : 1))
      .map(({ userPosPaymentId }) => userPosPaymentId);
    for (const limit of [7, 100]) {
      const pages = await wholeDay(operator, { dealerCode, day: DAY, limit });
      expect(pages.flat()).toEqual(inOrder);
      expect(Math.max(...pages.map(({ length }) => length))).toBe(limit);
    }
    expect(await wholeDay(operator, { dealerCode, day: '20270116' })).toEqual([[]]);
  });

  test('a state is looked for over pages, and expiry is judged at the moment of asking', async () => {
    const operator = await operatedDealer({ nowMs: NOON + 60_000 });
    const { dealerCode } = operator;
    const states = ['open', 'open', 'paid', 'cancelled', 'expired'] as const;
    const links = Array.from({ length: 40 }, (_, index) => {
      const state = states[index % states.length] ?? 'open';
      const common = { createdAtMs: NOON + index };
      return state === 'expired'
        ? linkOf(dealerCode, { ...common, expiresAtMs: NOON + 50_000 })
        : linkOf(dealerCode, { ...common, state });
    });
    await putLinks(operator, links);
    const counts = await Promise.all(
      ['open', 'paid', 'cancelled', 'expired'].map(async (state) =>
        (await wholeDay(operator, { dealerCode, day: DAY, state, limit: 3 })).flat(),
      ),
    );
    expect(counts.map(({ length }) => length)).toEqual([16, 8, 8, 8]);
    expect(new Set(counts.flat()).size).toBe(40);
  });

  test("the list shows neither addresses nor hashes, and no other dealer's requests (rules 28, 37)", async () => {
    const [operator, other] = [await operatedDealer({ nowMs: NOON }), await operatedDealer({ nowMs: NOON })];
    const link = linkOf(operator.dealerCode, { otherTrxCode: 'T-1' });
    await putLinks(operator, [link]);
    const answer = await operator.done('list-payment-requests', { dealerCode: operator.dealerCode });
    expect(answer).toEqual({
      dealerCode: operator.dealerCode,
      day: DAY,
      paymentRequests: [
        {
          userPosPaymentId: link.userPosPaymentId,
          otherTrxCode: 'T-1',
          state: 'open',
          amount: 27.5,
          currency: 'TL',
          createdAt: '2027-01-15T09:00:00.000Z',
          expiresAt: '2027-01-15T10:00:00.000Z',
        },
      ],
    });
    expect(await other.done('list-payment-requests', { dealerCode: other.dealerCode, day: DAY })).toMatchObject({
      paymentRequests: [],
    });
  });

  test.each([
    ['limit', { limit: 101 }],
    ['state', { state: 'lost' }],
    ['day', { day: 'today' }],
    ['cursor', { cursor: 'x' }],
  ])('a wrong %s is refused by its name', async (field, input) => {
    const { refused, dealerCode } = await operatedDealer();
    expect(await refused('list-payment-requests', { dealerCode, ...input })).toMatchObject({ field });
  });
});

describe('show-payment-request', () => {
  test('all of a request but its address, CodeForHash and hashes is shown, by id or by otherTrxCode (rule 28)', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, done } = operator;
    const link = linkOf(dealerCode, {
      payment: paymentNames.nameOf(dealerCode, 'T-1'),
      otherTrxCode: 'T-1',
      description: 'Order',
      redirectUrl: 'https://shop.example/',
      progress: { ...NO_PROGRESS, wrongPasswords: 3 },
    });
    await putLinks(operator, [link]);
    const byId = await done('show-payment-request', { dealerCode, userPosPaymentId: link.userPosPaymentId });
    expect(byId).toMatchObject({
      description: 'Order',
      state: 'open',
      terms: { amount: 27.5 },
      buyer: { fullName: 'Ada' },
      progress: { attempts: 0, wrongPasswords: 3 },
    });
    expect(await done('show-payment-request', { dealerCode, otherTrxCode: 'T-1' })).toEqual(byId);
    for (const secret of [secretOf(link), ...Object.values(SECRETS)])
      expect(JSON.stringify(byId)).not.toContain(secret);
  });

  test('the address of the QR code is shown when it is asked for, of an open request only', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const { dealerCode, done } = operator;
    const [open, expired] = [linkOf(dealerCode), linkOf(dealerCode, { expiresAtMs: NOON - 1 })];
    await putLinks(operator, [open, expired]);
    const shown = await done('show-payment-request', { dealerCode, userPosPaymentId: open.userPosPaymentId, qr: true });
    expect(shown.qr).toBe(`${OPERATED_BASE_URL}/pay/${open.token}/qr`);
    const { userPosPaymentId } = expired;
    expect(await done('show-payment-request', { dealerCode, userPosPaymentId, qr: true })).not.toHaveProperty('qr');
  });

  test("another dealer's request is out of reach, and exactly one identifier is needed", async () => {
    const [owner, other] = [await operatedDealer(), await operatedDealer()];
    const link = linkOf(owner.dealerCode);
    await putLinks(owner, [link]);
    const { userPosPaymentId } = link;
    const { dealerCode, refused } = other;
    expect(await refused('show-payment-request', { dealerCode, userPosPaymentId })).toMatchObject({ code: 'NotFound' });
    expect(await refused('cancel-payment-request', { dealerCode, userPosPaymentId })).toMatchObject({
      code: 'NotFound',
    });
    expect(await refused('show-payment-request', { dealerCode })).toMatchObject({ field: 'userPosPaymentId' });
    const both = { dealerCode, userPosPaymentId, otherTrxCode: 'T' };
    expect(await refused('show-payment-request', both)).toMatchObject({ field: 'userPosPaymentId' });
  });
});

describe('The counts of a link, as show-payment-request tells them', () => {
  test.each([
    [{ InstallmentNumber: 3 }, { by: 'dealer', count: 3 }, [3]],
    [{ SetInstallmentBy: 1 }, { by: 'dealer', count: 1 }, [1]],
    [{ SetInstallmentBy: 0 }, { by: 'payer' }, [1, 2, 3, 6]],
  ])('%j', async (fields, installments, allowedCounts) => {
    const { dealer, createLink } = await newDealer({ definition: { installmentCounts: [2, 3, 6] } });
    const created = await createLink(fields);
    const { UserPosPaymentId: userPosPaymentId } = created.Data as { UserPosPaymentId: number };
    const { dealerCode } = dealer;
    const shown = await newOperator().done('show-payment-request', { dealerCode, userPosPaymentId });
    expect(shown).toMatchObject({ terms: { installments, allowedCounts } });
  });
});

describe('cancel-payment-request (rule 15)', () => {
  test('an open request is cancelled with its audit row, once', async () => {
    const operator = await operatedDealer({ nowMs: NOON });
    const link = linkOf(operator.dealerCode);
    await putLinks(operator, [link]);
    const input = { dealerCode: operator.dealerCode, userPosPaymentId: link.userPosPaymentId };
    const commandId = randomUUID();
    const answers = [
      await operator.run('cancel-payment-request', input, commandId),
      await operator.run('cancel-payment-request', input, commandId),
    ];
    const result = { ...input, state: 'cancelled' };
    expect(answers).toEqual([true, false].map((applied) => ({ ok: true, commandId, applied, result })));
    expect(await operator.store.get(paymentKeys.state(link.payment))).toMatchObject({ state: 'cancelled', version: 2 });
    expect(await operator.audit(commandId)).toMatchObject({ command: 'cancel-payment-request', changed: ['state'] });
    expect(await operator.done('list-payment-requests', { dealerCode: operator.dealerCode })).toMatchObject({
      day: istanbulDayOf(NOON),
      paymentRequests: [{ state: 'cancelled' }],
    });
  });

  test.each([
    ['paid', { state: 'paid' }],
    ['cancelled', { state: 'cancelled' }],
    ['expired', { expiresAtMs: NOON }],
  ] as const)('a request that is %s is refused with its state', async (state, changes) => {
    const operator = await operatedDealer({ nowMs: NOON });
    const link = linkOf(operator.dealerCode, changes);
    await putLinks(operator, [link]);
    const { userPosPaymentId } = link;
    const error = await operator.refused('cancel-payment-request', {
      dealerCode: operator.dealerCode,
      userPosPaymentId,
    });
    expect(error).toMatchObject({ code: 'NotPossible' });
    expect(error.message).toContain(`is ${state}`);
    expect(await operator.store.get(paymentKeys.state(link.payment))).toMatchObject({ version: 1 });
  });

  test('a request that is paid between reading and cancelling stays paid', async () => {
    let pay: (() => Promise<void>) | undefined;
    const operator = await operatedDealer({
      nowMs: NOON,
      through: (store) => ({
        ...store,
        transact: async (writes) => {
          await pay?.();
          pay = undefined;
          return store.transact(writes);
        },
      }),
    });
    const link = linkOf(operator.dealerCode);
    await putLinks(operator, [link]);
    pay = () => putRows(operator.store, [stateItem({ ...link, state: 'paid', version: 2 })]);
    const { userPosPaymentId } = link;
    const error = await operator.refused('cancel-payment-request', {
      dealerCode: operator.dealerCode,
      userPosPaymentId,
    });
    expect(error).toMatchObject({ code: 'NotPossible' });
    expect(error.message).toContain('is paid');
    expect(await operator.store.get(paymentKeys.state(link.payment))).toMatchObject({ state: 'paid', version: 2 });
  });
});
