import { findTestCard, type TestCard } from '../../../shared/nestpay/test-cards.ts';
import type { BankChallenge } from '../../../shared/ports/bank-ledger.ts';

/** Longest value of a form's field. */
export const MAX_VALUE_LENGTH = 1000;
export const ONE_TIME_CODE_DIGITS = 6;

export const isReturnAddress = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

type GateCard = Pick<TestCard, 'id' | 'threeD' | 'gateError' | 'garanti'>;

/** Stands for a number that is no test card: the bank does not know it (mdStatus 8). */
const stranger: GateCard = { id: 'approved', threeD: { mdStatus: '8' } };

export const mdStatusOf = ({ threeD }: Pick<TestCard, 'threeD'>): string => {
  if (typeof threeD === 'object') return threeD.mdStatus;
  if (threeD === 'none') return '8';
  return threeD === 'frictionless' ? '1' : '';
};

export const cardAtGate = (number: string): GateCard => findTestCard(number) ?? stranger;

export const stateOf = ({ threeD }: Pick<TestCard, 'threeD'>, answered: boolean): BankChallenge['state'] => {
  if (answered) return 'answered';
  return threeD === 'abandoned' ? 'abandoned' : 'open';
};

/** An authentication that was opened. The number of its card is kept nowhere. */
export interface EnteredGate {
  readonly challenge: BankChallenge;
  readonly number: string;
}
