import type { BankChallenge } from '../../../../shared/ports/bank-ledger.ts';
import { PASSED } from '../proofs.ts';
import type { CheckedCharge } from './request.ts';

/** The reference of the authentication whose `md` this is; empty for what is none. */
export const referenceInMd = (md: string): string => Buffer.from(md, 'base64').toString('utf8').split(':')[0] ?? '';

/** The field of the payer's form that a challenge keeps and repeats. */
export const echoOf = ({ echoes }: BankChallenge, name: string): string =>
  echoes.find(([one]) => one === name)?.[1] ?? '';

/** Whether a request charges the payment that was authenticated. */
export const isProofOf = (challenge: BankChallenge, checked: CheckedCharge): boolean => {
  const { secure3D, order, installments } = checked.request;
  return (
    challenge.kind === 'garanti' &&
    PASSED.includes(challenge.mdStatus) &&
    challenge.md === secure3D.md &&
    challenge.xid === secure3D.xid &&
    challenge.eci === secure3D.eci &&
    challenge.cavv === secure3D.cavv &&
    challenge.clientId === checked.terminalId &&
    challenge.orderId === order.id &&
    challenge.amount === checked.amount &&
    challenge.currency === checked.currency &&
    challenge.type === (checked.type === 'sales' ? 'Auth' : 'PreAuth') &&
    echoOf(challenge, 'txninstallmentcount') === installments
  );
};
