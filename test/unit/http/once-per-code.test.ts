import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { RefusalReason } from '../../../shared/domain/refusal-reasons.ts';
import {
  type CodedOutcome,
  linkOfSameRequest,
  oncePerCode,
  paymentOfSameRequest,
} from '../../../shared/http/once-per-code.ts';
import type { ReadRequest } from '../../../shared/http/request-state.ts';
import type { IdempotencyRecord } from '../../../shared/ports/idempotency-records.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';

const RECORD: IdempotencyRecord = {
  kind: 'direct',
  operation: 'DoDirectPayment',
  fingerprint: 'print of a',
  payment: 'P',
};
const READ: ReadRequest<string> = { ok: true, value: 'a' };
const UNREAD: ReadRequest<string> = { ok: false, refusal: new Refusal('InvalidRequest', 'It cannot be read.') };
const refused = (reason: RefusalReason): never => {
  throw new Refusal(reason, 'Refused.');
};

const front = (
  carryOut: () => Promise<CodedOutcome>,
  { record, admit }: { readonly record?: IdempotencyRecord | undefined; readonly admit?: () => void } = {},
) => {
  const done: string[] = [];
  const useCase = oncePerCode<string, string>({
    records: {
      find: async () => {
        done.push('look-up');
        return record;
      },
    },
    clock: new FakeClock(),
    fieldsOf: (value) => value,
    fingerprintOf: (fields) => `print of ${fields}`,
    ...(admit === undefined ? {} : { admit }),
    carryOut: () => {
      done.push('carry-out');
      return carryOut();
    },
    answerKnown: async (known, call) => ({ data: paymentOfSameRequest(known, call), replayed: true }),
    aboutTheCode: ['StillRunning'],
  });
  const call = (read: ReadRequest<string>, otherTrxCode?: string) =>
    useCase({
      dealer: dealerWith(),
      operation: 'DoDirectPayment',
      sourceAddress: '203.0.113.7',
      read,
      ...(otherTrxCode === undefined ? {} : { otherTrxCode }),
    });
  return { call, done };
};

const answered = async (): Promise<CodedOutcome> => ({ kind: 'answered', answer: { data: 'new' } });

describe('An operation is carried out once for its code (rules 6, 12, 13)', () => {
  test('a request that goes through looks no code up', async () => {
    const { call, done } = front(answered, { record: RECORD });
    expect(await call(READ, 'T-1')).toEqual({ data: 'new' });
    expect(done).toEqual(['carry-out']);
  });

  test('a code that the write met is answered with what it names', async () => {
    const { call, done } = front(async () => ({ kind: 'code-known', record: RECORD }));
    expect(await call(READ, 'T-1')).toEqual({ data: 'P', replayed: true });
    expect(done).toEqual(['carry-out']);
  });

  test.each<[how: string, carryOut: () => Promise<CodedOutcome>]>([
    ['thrown', async () => refused('InvalidRequest')],
    ['answered', async () => ({ kind: 'refused', refusal: new Refusal('InvalidRequest', 'Refused.') })],
  ])('a refusal that is %s gives way to a known code, and to no other', async (_how, carryOut) => {
    const known = front(carryOut, { record: RECORD });
    expect(await known.call(READ, 'T-1')).toEqual({ data: 'P', replayed: true });
    expect(known.done).toEqual(['carry-out', 'look-up']);
    const free = front(carryOut);
    await expect(free.call(READ, 'T-1')).rejects.toMatchObject({ reason: 'InvalidRequest' });
    const blank = front(carryOut, { record: RECORD });
    await expect(blank.call(READ)).rejects.toMatchObject({ reason: 'InvalidRequest' });
    expect(blank.done).toEqual(['carry-out']);
  });

  test('a refusal about the code itself is final', async () => {
    const { call, done } = front(async () => refused('StillRunning'), { record: RECORD });
    await expect(call(READ, 'T-1')).rejects.toMatchObject({ reason: 'StillRunning' });
    expect(done).toEqual(['carry-out']);
  });

  test('what the path forbids is refused before the code is looked up', async () => {
    const admit = () => refused('NoAllowedToUseThisWebService');
    const { call, done } = front(answered, { record: RECORD, admit });
    await expect(call(READ, 'T-1')).rejects.toMatchObject({ reason: 'NoAllowedToUseThisWebService' });
    expect(done).toEqual([]);
  });

  test('a request that cannot be read repeats no other: its known code is refused, a free one tells why', async () => {
    const known = front(answered, { record: RECORD });
    await expect(known.call(UNREAD, 'T-1')).rejects.toMatchObject({ reason: 'OtherTrxCodeAlreadyUsed' });
    const free = front(answered);
    await expect(free.call(UNREAD, 'T-1')).rejects.toMatchObject({ reason: 'InvalidRequest' });
    expect([...known.done, ...free.done]).toEqual(['look-up', 'look-up']);
  });
});

describe('What a code names is told to the same request alone (rules 12, 13)', () => {
  const asked = { fields: 'a', fingerprint: 'print of a' };

  const LINK = { ...RECORD, operation: 'CreateUserPosPayment', linkToken: 'L' };
  const OTHERS = { ...RECORD, fingerprint: 'print of b' };

  test('a direct payment to the request that made it', () => {
    expect(paymentOfSameRequest(RECORD, { asked })).toBe('P');
  });

  test('a link to the request that made it', () => {
    expect(linkOfSameRequest(LINK, { asked })).toBe('L');
  });

  test.each<[what: string, made: () => string]>([
    ['no payment that another request made', () => paymentOfSameRequest(OTHERS, { asked })],
    ['no link that another request made', () => linkOfSameRequest({ ...LINK, ...OTHERS }, { asked })],
    ['no payment for a link', () => paymentOfSameRequest(LINK, { asked })],
    ['no link for a payment', () => linkOfSameRequest(RECORD, { asked })],
    ['no payment to a request that cannot be read', () => paymentOfSameRequest(RECORD, { asked: undefined })],
    ['no link to a request that cannot be read', () => linkOfSameRequest(LINK, { asked: undefined })],
  ])('%s', (_what, made) => {
    expect(made).toThrow(Refusal);
  });
});
