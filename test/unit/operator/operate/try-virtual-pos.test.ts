import { expect, test } from 'vitest';
import { verdictOf } from '../../../../functions/operator/operate/commands/try-virtual-pos.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';

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
