import type { BankChallenge } from '../../../../shared/ports/bank-ledger.ts';
import { PASSED } from '../proofs.ts';
import type { CheckedCharge } from './api-request.ts';

export const referenceInProof = (md: string): string => md.split(':')[1] ?? '';

/** Whether a request charges the payment that was authenticated. */
export const isProofOf = (
  challenge: BankChallenge,
  { request, clientId, orderId, type, amount, currency }: CheckedCharge,
): boolean =>
  challenge.kind === undefined &&
  PASSED.includes(challenge.mdStatus) &&
  challenge.md === request.Number &&
  challenge.xid === request.PayerTxnId &&
  challenge.eci === request.PayerSecurityLevel &&
  challenge.cavv === (request.PayerAuthenticationCode ?? '') &&
  challenge.clientId === clientId &&
  challenge.orderId === orderId &&
  challenge.amount === amount &&
  challenge.currency === currency &&
  challenge.type === type;
