import { createHash } from 'node:crypto';
import type { BankChallenge } from '../../../shared/ports/bank-ledger.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';

/** Each mdStatus with which a payment may be charged. */
export const PASSED: readonly string[] = ['1', '2', '3', '4'];

/** 28 characters of base64, as the issuer's servers write 20 bytes. */
const proofText = (deps: BankSimulatorDependencies): string =>
  createHash('sha256').update(deps.random.token(), 'utf8').digest().subarray(0, 20).toString('base64');

/** Digits of the card at the start of NestPay's `md`, before the reference of the authentication. */
const BIN_LENGTH = 6;

type Authenticated = Pick<BankChallenge, 'kind' | 'reference' | 'maskedNumber' | 'clientId'>;

/**
 * Stands for the card in the charge after 3D. NestPay's is `435508:reference:3894:##190100000`, which holds only the BIN of the
 * card; Garanti's is base64.
 */
const newMd = (deps: BankSimulatorDependencies, challenge: Authenticated): string => {
  const { kind, reference, maskedNumber, clientId } = challenge;
  const digits = deps.random.digits(4);
  return kind === 'garanti'
    ? Buffer.from(`${reference}:${digits}`).toString('base64')
    : `${maskedNumber.slice(0, BIN_LENGTH)}:${reference}:${digits}:##${clientId}`;
};

/** The proofs of an authentication, for the callback. An attempted one has no proof of the payer. */
export const proofs = (
  deps: BankSimulatorDependencies,
  challenge: Authenticated,
  mdStatus: string,
): Pick<BankChallenge, 'md' | 'xid' | 'eci' | 'cavv'> => {
  if (mdStatus === '') return { md: '', xid: '', eci: '', cavv: '' };
  const common = { md: newMd(deps, challenge), xid: proofText(deps) };
  if (!PASSED.includes(mdStatus)) return { ...common, eci: '', cavv: '' };
  return mdStatus === '1' ? { ...common, eci: '05', cavv: proofText(deps) } : { ...common, eci: '06', cavv: '' };
};
