import type { FormField } from '../../../../shared/domain/form-field.ts';
import { formatAmount, minor } from '../../../../shared/domain/money/money.ts';
import { foldName } from '../../../../shared/nestpay/hash-input.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { BankChallenge } from '../../../../shared/ports/bank-ledger.ts';
import { type Callback, withValue } from '../callback.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import { PASSED } from '../proofs.ts';
import { spacedMask } from './inquiry.ts';

/** The 3D transaction status, which stands beside mdStatus and decides nothing. */
const transactionStatus: Readonly<Record<string, string>> = { '1': 'Y', '2': 'A', '3': 'A', '4': 'A' };

const authenticationFields = (challenge: BankChallenge): readonly FormField[] => {
  const { mdStatus, md, xid, eci, cavv, clientId } = challenge;
  const passed = PASSED.includes(mdStatus);
  return [
    ['mdStatus', mdStatus],
    ['md', md],
    ['xid', xid],
    // A failed authentication has no proofs, so these fields are absent.
    ...(passed
      ? ([
          ['eci', eci],
          ['cavv', cavv],
        ] as const)
      : []),
    ['mdErrorMsg', mdStatus === '1' ? 'Y-status/Authenticated' : 'N-status/Doğrulama başarısız'],
    ['txstatus', transactionStatus[mdStatus] ?? 'N'],
    ['version', '2.0'],
    ['merchantID', clientId],
    ['PAResVerified', String(passed)],
    ['PAResSyntaxOK', 'true'],
  ];
};

/** The gate refused the form: nobody was authenticated, so there is no mdStatus. */
const refusalFields = (gateError: string): readonly FormField[] => [
  ['Response', 'Error'],
  ['ErrorCode', gateError],
  ['ErrMsg', 'Girilen kart bilgileri doğru değildir. Kontrol ederek tekrar deneyiniz.'],
];

/** Masked card data only: neither number, expiry nor CVC. The hash does not cover `encoding`. */
const maskFields = ({ maskedNumber, reference }: BankChallenge): readonly FormField[] => [
  ['maskedCreditCard', spacedMask(maskedNumber)],
  ['MaskedPan', maskedNumber.replaceAll(/\*+/g, '***')],
  ['traceId', reference.slice(0, 8)],
  ['encoding', 'UTF-8'],
];

/** The signed fields of the callback, with the fault that the card stands for. */
export const callbackOf = (deps: BankSimulatorDependencies, challenge: BankChallenge): Callback => {
  const { echoes, mdStatus, clientId, amount, gateError } = challenge;
  const { callback: behaviour } = testCard(challenge.cardId);
  const echo = (name: string): string => echoes.find(([one]) => foldName(one) === foldName(name))?.[1] ?? '';
  const told = gateError === undefined ? authenticationFields(challenge) : refusalFields(gateError);
  const own = [...told, ...maskFields(challenge)];
  // A field of the bank's own replaces an echo of the same name.
  const names = new Set(own.map(([name]) => foldName(name)));
  const truth: readonly FormField[] = [...echoes.filter(([name]) => !names.has(foldName(name))), ...own];
  const changes: Readonly<Partial<Record<typeof behaviour, () => readonly FormField[]>>> = {
    'wrong-amount': () => withValue(truth, 'amount', () => formatAmount(minor(amount + 100))),
    'wrong-order': () => withValue(truth, 'oid', (value) => `${value}X`),
  };
  const fields = changes[behaviour]?.() ?? truth;
  const hash = deps.hashOf(fields, deps.merchantOf(clientId)?.storeKey ?? '');
  const signed: readonly FormField[] = [...fields, ['HASH', behaviour === 'wrong-hash' ? `0${hash.slice(1)}=` : hash]];
  return {
    action: echo(PASSED.includes(mdStatus) ? 'okUrl' : 'failUrl'),
    fields: behaviour === 'repeated-field' ? [...signed, ['MDSTATUS', mdStatus]] : signed,
    copies: behaviour === 'twice' ? 2 : 1,
  };
};
