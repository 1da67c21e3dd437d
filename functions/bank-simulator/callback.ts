import { testCard } from '../../shared/domain/bank-test-cards.ts';
import { formatAmount, minor } from '../../shared/domain/money.ts';
import { type FormField, foldName } from '../../shared/domain/nestpay-hash-input.ts';
import type { BankChallenge } from '../../shared/ports/bank-ledger.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';

/** What the payer's browser posts back: once, or twice with the card that is there for it. */
export interface Callback {
  readonly action: string;
  readonly fields: readonly FormField[];
  readonly copies: 1 | 2;
}

const OK: readonly string[] = ['1', '2', '3', '4'];

const withValue = (
  fields: readonly FormField[],
  name: string,
  change: (value: string) => string,
): readonly FormField[] => fields.map(([one, value]) => [one, one === name ? change(value) : value]);

/** The signed fields of the callback, spoilt in the way that the card is there for. */
export const callbackOf = (deps: BankSimulatorDependencies, challenge: BankChallenge): Callback => {
  const { echoes, mdStatus, md, xid, eci, cavv, maskedNumber, clientId, amount } = challenge;
  const { callback: behaviour } = testCard(challenge.cardId);
  const echo = (name: string): string => echoes.find(([one]) => foldName(one) === foldName(name))?.[1] ?? '';
  const truth: readonly FormField[] = [
    ...echoes,
    ['mdStatus', mdStatus],
    ['md', md],
    ['xid', xid],
    ['eci', eci],
    ['cavv', cavv],
    ['mdErrorMsg', mdStatus === '1' ? 'Authenticated' : 'Doğrulama başarısız'],
    ['MaskedPan', maskedNumber],
    ['merchantID', clientId],
  ];
  const changes: Readonly<Partial<Record<typeof behaviour, () => readonly FormField[]>>> = {
    'wrong-amount': () => withValue(truth, 'amount', () => formatAmount(minor(amount + 100))),
    'wrong-order': () => withValue(truth, 'oid', (value) => `${value}X`),
  };
  const fields = changes[behaviour]?.() ?? truth;
  const hash = deps.hashOf(fields, deps.merchantOf(clientId)?.storeKey ?? '');
  const signed: readonly FormField[] = [...fields, ['HASH', behaviour === 'wrong-hash' ? `0${hash.slice(1)}=` : hash]];
  return {
    action: echo(OK.includes(mdStatus) ? 'okUrl' : 'failUrl'),
    fields: behaviour === 'repeated-field' ? [...signed, ['MDSTATUS', mdStatus]] : signed,
    copies: behaviour === 'twice' ? 2 : 1,
  };
};
