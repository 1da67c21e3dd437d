import { createHash } from 'node:crypto';
import type { BankChallenge } from '../../../../shared/ports/bank-ledger.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import type { CheckedCharge } from './api-request.ts';

/** Each mdStatus with which a payment may be charged. */
export const PASSED: readonly string[] = ['1', '2', '3', '4'];

/** 28 characters of base64, as the issuer's servers write 20 bytes. */
const proofText = (deps: BankSimulatorDependencies): string =>
  createHash('sha256').update(deps.random.token(), 'utf8').digest().subarray(0, 20).toString('base64');

/** Digits of the card at the start of `md`, before the reference of the authentication. */
const BIN_LENGTH = 6;

/** `435508:reference:3894:##190100000`: stands for the card in the charge after 3D, and holds only its BIN. */
const newMd = (
  deps: BankSimulatorDependencies,
  { reference, maskedNumber, clientId }: Pick<BankChallenge, 'reference' | 'maskedNumber' | 'clientId'>,
): string => `${maskedNumber.slice(0, BIN_LENGTH)}:${reference}:${deps.random.digits(4)}:##${clientId}`;

export const referenceInProof = (md: string): string => md.split(':')[1] ?? '';

/** The proofs of an authentication, for the callback. An attempted one has no proof of the payer. */
export const proofs = (
  deps: BankSimulatorDependencies,
  challenge: Pick<BankChallenge, 'reference' | 'maskedNumber' | 'clientId'>,
  mdStatus: string,
): Pick<BankChallenge, 'md' | 'xid' | 'eci' | 'cavv'> => {
  if (mdStatus === '') return { md: '', xid: '', eci: '', cavv: '' };
  const common = { md: newMd(deps, challenge), xid: proofText(deps) };
  if (!PASSED.includes(mdStatus)) return { ...common, eci: '', cavv: '' };
  return mdStatus === '1' ? { ...common, eci: '05', cavv: proofText(deps) } : { ...common, eci: '06', cavv: '' };
};

/** Whether a request charges the payment that was authenticated. */
export const isProofOf = (
  challenge: BankChallenge,
  { request, clientId, orderId, type, amount, currency }: CheckedCharge,
): boolean =>
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
