import { describe, expect, test } from 'vitest';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';
import { reportFields, resultReportOf } from '../../../../shared/domain/link/result-report.ts';
import { linkWith } from '../../../support/dealer/records.ts';

const result = { resultReference: 'R', code: '', orderId: 'ORDER-1', atMs: 1 } as const;
const link = linkWith({ otherTrxCode: 'A-1' });
const endedAs = (state: PaymentRequest['state'], changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  ...link,
  state,
  progress: { ...NO_PROGRESS, result, lastDecline: { code: '005', atMs: 1 } },
  ...changes,
});
const fieldsOf = (of: PaymentRequest) => reportFields(resultReportOf(of) ?? expect.unreachable('it has a result'));

describe('The report of a result (decisions: the report of a result)', () => {
  test('of a success has its hash, and no code', () => {
    expect(fieldsOf(endedAs('paid'))).toEqual([
      ['hashValue', link.secrets.successHash],
      ['resultCode', ''],
      ['resultMessage', ''],
      ['trxCode', 'ORDER-1'],
      ['OtherTrxCode', 'A-1'],
    ]);
  });

  test('of a failure has the other hash, with the code of the last decline and what it means', () => {
    const { otherTrxCode: _none, ...failed } = endedAs('failed');
    expect(fieldsOf(failed)).toEqual([
      ['hashValue', link.secrets.failureHash],
      ['resultCode', '005'],
      ['resultMessage', expect.stringMatching(/./)],
      ['trxCode', 'ORDER-1'],
      ['OtherTrxCode', ''],
    ]);
  });

  test('of a shop that asked for no hash says the outcome in words', () => {
    const shop = { signed: false } as NonNullable<PaymentRequest['shop']>;
    expect(fieldsOf(endedAs('paid', { shop }))[0]).toEqual(['isSuccessful', 'True']);
    expect(fieldsOf(endedAs('failed', { shop }))[0]).toEqual(['isSuccessful', 'False']);
    const signed = { signed: true } as NonNullable<PaymentRequest['shop']>;
    expect(fieldsOf(endedAs('paid', { shop: signed }))[0]).toEqual(['hashValue', link.secrets.successHash]);
  });

  test('is none before the link ended, whatever was tried, nor of one that was cancelled', () => {
    expect(resultReportOf(endedAs('open'))).toBeUndefined();
    expect(resultReportOf(endedAs('cancelled'))).toBeUndefined();
    expect(resultReportOf({ ...link, state: 'failed' })).toBeUndefined();
  });
});
