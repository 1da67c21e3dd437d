import { describe, expect, test } from 'vitest';
import { paymentKeys } from '../../../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoLinkRequests } from '../../../../../shared/adapters/dynamodb/reusable-link/link-requests.ts';
import { requestIndexKeys } from '../../../../../shared/adapters/dynamodb/reusable-link/reusable-link-keys.ts';
import { attemptOfOrder } from '../../../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../../support/payment/attempts.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

const link = { name: 'a'.repeat(26), listingShards: 4 };

/** A request that a payer made of the link, as far as it is counted: its place in the list, its state, and its charge. */
const requestRows = (
  createdAtMs: number,
  { attempts, code, charge }: { readonly attempts: number; readonly code?: string; readonly charge?: object },
) => {
  const request = linkWith();
  const { orderId } = linkAttemptWith(request);
  const { payment } = request;
  const paidBy = attemptOfOrder(orderId) ?? expect.unreachable();
  return [
    { ...paymentKeys.payment(payment), ...requestIndexKeys({ name: link.name, payment, createdAtMs, shards: 4 }) },
    { ...paymentKeys.state(payment), attempts, ...(code === undefined ? {} : { result: { code, orderId } }) },
    ...(charge === undefined ? [] : [{ ...paymentKeys.attempt(paidBy), ...charge }]),
  ];
};

const livesOf = async (requests: readonly (readonly ReturnType<typeof requestRows>[number][])[], most: number) => {
  const table = new MemoryTable();
  for (const rows of requests) await table.transact(rows.map((put) => ({ put })));
  const { lives, isWhole } = await dynamoLinkRequests(table).livesOf(link, most);
  return { lives: lives.toSorted((one, other) => one.attempts - other.attempts), isWhole };
};

const approved = { state: 'approved', terms: { total: 2500, currency: 'TL' } };

describe('What became of the requests of a reusable link', () => {
  test('is told of each: how often it was tried, and the charge that paid it', async () => {
    const found = await livesOf(
      [
        requestRows(1, { attempts: 0 }),
        requestRows(2, { attempts: 1, code: '', charge: approved }),
        requestRows(3, {
          attempts: 2,
          code: '',
          charge: { ...approved, state: 'refunded', captured: 2000, refunded: 2000 },
        }),
        requestRows(4, { attempts: 5, code: '005', charge: { ...approved, state: 'declined' } }),
      ],
      4,
    );
    expect(found).toStrictEqual({
      lives: [
        { attempts: 0 },
        { attempts: 1, paid: approved },
        { attempts: 2, paid: { ...approved, state: 'refunded', captured: 2000, refunded: 2000 } },
        { attempts: 5 },
      ],
      isWhole: true,
    });
  });

  test('is told of the newest alone where there are more', async () => {
    const requests = [3, 1, 4, 2, 5].map((at) => requestRows(at, { attempts: at }));
    const found = await livesOf(requests, 3);
    expect(found).toEqual({ lives: [{ attempts: 3 }, { attempts: 4 }, { attempts: 5 }], isWhole: false });
  });

  test('is nothing of a link that nobody has opened', async () => {
    expect(await livesOf([], 3)).toEqual({ lives: [], isWhole: true });
  });

  test('is read of a charge that is not there as of nobody', async () => {
    expect(await livesOf([requestRows(1, { attempts: 1, code: '' })], 3)).toStrictEqual({
      lives: [{ attempts: 1 }],
      isWhole: true,
    });
  });
});
