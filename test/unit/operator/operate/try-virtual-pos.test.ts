import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../functions/operator/operate/command.ts';
import { tryVirtualPos, verdictOf } from '../../../../functions/operator/operate/commands/try-virtual-pos.ts';
import { CHARGE_MS } from '../../../../shared/domain/attempt/timing.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';

const nestpay = { kind: 'nestpay', gateway: 'https://bank.example/gate' } as const;
const garanti = { kind: 'garanti', gateway: 'https://gvps.example' } as const;
const unknown = (cause: Extract<InquiryAnswer, { kind: 'unknown' }>['cause']) => ({
  answer: { kind: 'unknown', cause } as const,
});

test.each([nestpay, garanti])('"no record" proves address, merchant and password: %o', (pos) => {
  const { works, because } = verdictOf({ answer: { kind: 'no-record' } }, pos);
  expect(works).toBe('yes');
  expect(because).toContain('knows the account');
});

test.each([
  ['time-out', 'not known', 'did not answer in time'],
  ['connection-lost', 'not known', 'ended the connection'],
  ['not-asked', 'not known', 'could not be reached'],
  ['unreadable', 'no', 'answers something else than NestPay'],
  ['error-answer', 'no', 'one of gateway, clientId, apiUser and apiPassword is wrong'],
  ['contradictory', 'not known', 'contradicts itself'],
  ['pending', 'not known', 'contradicts itself'],
] as const)('%s has a sentence of its own', (cause, works, because) => {
  expect(verdictOf(unknown(cause), nestpay)).toEqual({ works, because: expect.stringContaining(because) });
});

test.each(['0651', '0752'])('%s of Garanti is a wrong hash: password, merchant or terminal', (defect) => {
  const verdict = verdictOf({ ...unknown('error-answer'), defect }, garanti);
  expect(verdict).toEqual({
    works: 'no',
    because: expect.stringContaining('provisionPassword, merchantId or terminalId'),
  });
});

test.each([
  ['CORE-1042', 'code CORE-1042'],
  ['0002', 'code 0002'],
  ['<b>anything</b> 4355084355084358', 'code unreadable'],
])('any other code of a defect is named where it is one: %s', (defect, because) => {
  const verdict = verdictOf({ ...unknown('error-answer'), defect }, nestpay);
  expect(verdict).toEqual({ works: 'no', because: expect.stringContaining(because) });
});

test('a bank that has the order that nobody made proves nothing', () => {
  const references = { authCode: '', hostReference: '', transactionId: '' };
  const answer = { kind: 'captured', amount: minor(1), references } as const;
  expect(verdictOf({ answer }, garanti).works).toBe('not known');
});

describe('try-virtual-pos', () => {
  const tried = async (
    allowedHosts: readonly string[],
    answer: InquiryAnswer,
    currencies: readonly string[] = ['USD', 'TL'],
  ) => {
    const asked: unknown[] = [];
    const deps = {
      gateways: { sandbox: false, allowedHosts },
      records: {
        virtualPos: async (dealerCode: string, posId: string) =>
          posId === 'isbank' ? posWith({ dealerCode, version: 3, currencies: currencies as never }) : undefined,
      },
      stepping: async () => ({ opener: { open: async () => 'opened' } }),
      randomness: { guid: () => 'A-B-C' },
      accountTrial: {
        inquire: async (...[, ...of]: readonly unknown[]) => {
          asked.push(of);
          return { answer };
        },
      },
    };
    const call = { deps, nowMs: 1000 } as unknown as CommandCall;
    const show = (posId = 'isbank') => tryVirtualPos.show({ dealerCode: 'D1', posId }, call);
    return { asked, show };
  };
  const about = { dealerCode: 'D1', posId: 'isbank', version: 3, kind: 'nestpay' };
  const notProven = expect.stringContaining('storeKey');

  test('asks for an order that no bank has, and says what an answer proves', async () => {
    const { asked, show } = await tried(['bank.example'], { kind: 'no-record' });
    expect(await show()).toEqual({
      ...about,
      works: 'yes',
      because: expect.stringContaining('bank.example knows the account'),
      proven: 'gateway, clientId, apiUser and apiPassword',
      notProven,
    });
    const order = { orderId: 'TRY-ABC', amount: 1, currency: 'USD', installments: 1, type: 'sale' };
    expect(asked).toEqual([[order, { answerBy: 1000 + CHARGE_MS }]]);
    const { asked: without, show: again } = await tried(['bank.example'], { kind: 'no-record' }, []);
    await again();
    expect(without).toMatchObject([[{ currency: 'TL' }, {}]]);
  });

  test('says of no other answer that something is proven', async () => {
    const { show } = await tried(['bank.example'], { kind: 'unknown', cause: 'time-out' });
    expect(await show()).toEqual({ ...about, works: 'not known', because: expect.any(String), notProven });
  });

  test('sends nothing to a host that the stage may not call (rule 22)', async () => {
    const { asked, show } = await tried(['other.example'], { kind: 'no-record' });
    expect(await show()).toEqual({
      ...about,
      works: 'no',
      because: 'The stage may not call bank.example: its gatewayHosts do not name it. Nothing was sent.',
      notProven,
    });
    expect(asked).toEqual([]);
  });

  test('needs a virtual POS that is there', async () => {
    const { show } = await tried([], { kind: 'no-record' });
    await expect(show('other')).rejects.toMatchObject({
      code: 'NotFound',
      sentence: 'There is no virtual POS other of dealer D1.',
    });
  });
});
