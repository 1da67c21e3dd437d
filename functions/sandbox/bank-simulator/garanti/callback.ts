import type { FormField } from '../../../../shared/domain/form-field.ts';
import {
  CALLBACK_HASH_PARAMS,
  type CallbackHashField,
  callbackHash,
  callbackHashFields,
} from '../../../../shared/garanti/hashes.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { BankChallenge } from '../../../../shared/ports/bank-ledger.ts';
import { type Callback, withValue } from '../callback.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import { PASSED } from '../proofs.ts';
import { echoOf } from './proofs.ts';

const transactionStatus: Readonly<Record<string, string>> = { '1': 'Y', '2': 'A', '3': 'A', '4': 'A' };

/** `mdstatus` of a form that the gate refused. With 92 nobody began to authenticate. */
const statusOfRefusal = (gateError: string): string => (gateError === '92' ? '' : '7');

const GATE_TEXT = 'Kart bilgileri doğrulanamadı, işlem gerçekleştirilemedi';

type Told = Readonly<Record<'mdstatus' | 'procreturncode' | 'response' | 'errmsg' | 'mderrormessage', string>>;

/** How the authentication ended, in the words of the callback. Nothing was charged, so there is no authcode. */
const toldOf = ({ mdStatus, gateError }: BankChallenge): Told => {
  if (gateError !== undefined) {
    const code = gateError === 'unsigned' ? '99' : gateError;
    const refusal = { procreturncode: code, response: 'Error', errmsg: GATE_TEXT, mderrormessage: GATE_TEXT };
    return { mdstatus: statusOfRefusal(gateError), ...refusal };
  }
  const passed = PASSED.includes(mdStatus);
  return {
    mdstatus: mdStatus,
    procreturncode: passed ? '' : '99',
    response: passed ? '' : 'Error',
    errmsg: passed ? '' : 'Doğrulama başarısız',
    mderrormessage: passed ? 'Authenticated' : 'Not authenticated',
  };
};

const RANDOM_DIGITS = 20;

const ownFields = (deps: BankSimulatorDependencies, challenge: BankChallenge): readonly FormField[] => {
  const { mdStatus, clientId, orderId, md, xid, eci, cavv, maskedNumber } = challenge;
  const told = toldOf(challenge);
  return [
    ['mdstatus', told.mdstatus],
    ['mderrormessage', told.mderrormessage],
    ['errmsg', told.errmsg],
    ['txnstatus', transactionStatus[mdStatus] ?? 'N'],
    ['md', md],
    ['xid', xid],
    ['eci', eci],
    ['cavv', cavv],
    ['clientid', clientId],
    ['oid', orderId],
    ['authcode', ''],
    ['procreturncode', told.procreturncode],
    ['response', told.response],
    ['hostrefnum', ''],
    ['rnd', Buffer.from(deps.random.digits(RANDOM_DIGITS)).toString('base64')],
    ['MaskedPan', maskedNumber.replace('******', '****')],
  ];
};

/** The first digit of `eci` in `cavv`: the values joined are the same, and so is their hash. */
const withMovedBoundary = (fields: readonly FormField[]): readonly FormField[] => {
  const eci = fields.find(([name]) => name === 'eci')?.[1] ?? '';
  const moved = withValue(fields, 'cavv', (cavv) => `${cavv}${eci.slice(0, 1)}`);
  return withValue(moved, 'eci', (value) => value.slice(1));
};

const signed = (fields: readonly FormField[], storeKey: string): readonly FormField[] => {
  const byName = new Map(fields);
  const values = Object.fromEntries(callbackHashFields.map((name) => [name, byName.get(name) ?? '']));
  const signedValues = values as Readonly<Record<CallbackHashField, string>>;
  return [
    ...fields,
    ['hashparams', CALLBACK_HASH_PARAMS],
    ['hashparamsval', callbackHashFields.map((name) => signedValues[name]).join('')],
    ['hash', callbackHash(signedValues, storeKey)],
  ];
};

/** Moves every digit of a hash's start on, so that it is another hash of the same shape. */
const wrongHash = (hash: string): string => `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`;

/** The fields of the callback, with the fault that the card stands for. */
export const callbackOf = (deps: BankSimulatorDependencies, challenge: BankChallenge): Callback => {
  const { callback: behaviour, garanti } = testCard(challenge.cardId);
  const storeKey = deps.terminalOf(challenge.clientId)?.storeKey ?? '';
  const truth: readonly FormField[] = [...challenge.echoes, ...ownFields(deps, challenge)];
  const changes: Readonly<Partial<Record<typeof behaviour, () => readonly FormField[]>>> = {
    'wrong-amount': () => withValue(truth, 'txnamount', (amount) => String(Number(amount) + 100)),
    'wrong-order': () => withValue(truth, 'oid', (orderId) => `${orderId}X`),
  };
  const changed = changes[behaviour]?.() ?? truth;
  const shifted = garanti === 'moved-boundary' ? withMovedBoundary(changed) : changed;
  const told = challenge.gateError === 'unsigned' ? shifted : signed(shifted, storeKey);
  const fields = behaviour === 'wrong-hash' ? withValue(told, 'hash', wrongHash) : told;
  const passed = challenge.gateError === undefined && PASSED.includes(challenge.mdStatus);
  return {
    action: echoOf(challenge, passed ? 'successurl' : 'errorurl'),
    fields: behaviour === 'repeated-field' ? [...fields, ['mdstatus', challenge.mdStatus]] : fields,
    copies: behaviour === 'twice' ? 2 : 1,
  };
};
