import { describe, expect, test } from 'vitest';
import { isProofOf as isGarantiProof } from '../../../../functions/sandbox/bank-simulator/garanti/proofs.ts';
import type { CheckedCharge as GarantiCharge } from '../../../../functions/sandbox/bank-simulator/garanti/request.ts';
import type { CheckedCharge } from '../../../../functions/sandbox/bank-simulator/nestpay/api-request.ts';
import { isProofOf } from '../../../../functions/sandbox/bank-simulator/nestpay/proofs.ts';
import { proofs } from '../../../../functions/sandbox/bank-simulator/proofs.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { BankChallenge } from '../../../../shared/ports/bank-ledger.ts';
import { calledBankParts } from '../../../support/bank/called-bank.ts';

const challenge: BankChallenge = {
  reference: 'REFERENCE',
  version: 1,
  clientId: '190100000',
  orderId: 'ORDER-1',
  amount: minor(10_025),
  currency: 'TL',
  type: 'Auth',
  cardId: 'approved',
  maskedNumber: '411111******1111',
  oneTimeCode: '123456',
  wrongCodes: 0,
  state: 'answered',
  mdStatus: '1',
  echoes: [['txninstallmentcount', '3']],
  md: 'MD',
  xid: 'XID',
  eci: '05',
  cavv: 'CAVV',
};

const charge = {
  request: { Number: 'MD', PayerTxnId: 'XID', PayerSecurityLevel: '05', PayerAuthenticationCode: 'CAVV' },
  clientId: '190100000',
  orderId: 'ORDER-1',
  type: 'Auth',
  amount: minor(10_025),
  currency: 'TL',
} as const satisfies CheckedCharge;

const garantiCharge = {
  request: {
    secure3D: { md: 'MD', xid: 'XID', eci: '05', cavv: 'CAVV' },
    order: { id: 'ORDER-1' },
    installments: '3',
  } as GarantiCharge['request'],
  terminalId: '190100000',
  type: 'sales',
  amount: minor(10_025),
  currency: 'TL',
  installments: 3,
} as const satisfies GarantiCharge;

const garantiChallenge: BankChallenge = { ...challenge, kind: 'garanti' };

describe('The proofs of an authentication stand for the payment that was authenticated', () => {
  const others: readonly Partial<BankChallenge>[] = [
    { mdStatus: '0' },
    { md: 'M' },
    { xid: 'X' },
    { eci: '06' },
    { cavv: 'C' },
    { clientId: '190100001' },
    { orderId: 'ORDER-2' },
    { amount: minor(10_026) },
    { currency: 'USD' },
    { type: 'PreAuth' },
  ];

  test('at each kind of bank, for a sale and for a hold', () => {
    expect(isProofOf(challenge, charge)).toBe(true);
    expect(isGarantiProof(garantiChallenge, garantiCharge)).toBe(true);
    const hold = { ...garantiCharge, type: 'preauth' } as const;
    expect(isGarantiProof({ ...garantiChallenge, type: 'PreAuth' }, hold)).toBe(true);
    const bare = { ...charge, request: { ...charge.request, PayerAuthenticationCode: undefined } };
    expect(isProofOf({ ...challenge, cavv: '' }, bare)).toBe(true);
  });

  test.each([...others, { kind: 'garanti' as const }])('and for none with %j at NestPay', (changes) => {
    expect(isProofOf({ ...challenge, ...changes }, charge)).toBe(false);
  });

  test.each([...others, { kind: 'nestpay' as const }, { echoes: [] }])('and for none with %j at Garanti', (changes) => {
    expect(isGarantiProof({ ...garantiChallenge, ...changes }, garantiCharge)).toBe(false);
  });
});

describe('The proofs that a gate hands out', () => {
  const proof = expect.stringMatching(/^[\w+/]{27}=$/);

  test.each([
    [undefined, '1', '05', proof],
    [undefined, '2', '06', ''],
    [undefined, '4', '06', ''],
    [undefined, '0', '', ''],
    ['garanti' as const, '1', '05', proof],
    ['garanti' as const, '4', '06', proof],
    ['garanti' as const, '2', '', ''],
    ['garanti' as const, '7', '', ''],
  ])('at %s with mdStatus %s: eci %j and cavv %j', (kind, mdStatus, eci, cavv) => {
    const { kind: _none, ...plain } = challenge;
    const authenticated = kind === undefined ? plain : { ...plain, kind };
    const md =
      kind === undefined ? '411111:REFERENCE:0001:##190100000' : Buffer.from('REFERENCE:0001').toString('base64');
    expect(proofs(calledBankParts().deps, authenticated, mdStatus)).toEqual({ md, xid: proof, eci, cavv });
  });

  test('are none while nobody was authenticated', () => {
    expect(proofs(calledBankParts().deps, challenge, '')).toEqual({ md: '', xid: '', eci: '', cavv: '' });
  });
});
