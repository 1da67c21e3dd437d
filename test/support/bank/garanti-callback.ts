import type { GarantiAccount } from '../../../shared/adapters/garanti/account.ts';
import { gateFields } from '../../../shared/adapters/garanti/three-d-form.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import {
  CALLBACK_HASH_PARAMS,
  type CallbackHashField,
  callbackHash,
  callbackHashFields,
  callbackHashValues,
} from '../../../shared/garanti/hashes.ts';
import type { ThreeDExpectation } from '../../../shared/ports/three-d-gate.ts';

export const PROOFS = {
  md: 'aW5kZXg6MDFrRFZuM3c5Cg==',
  xid: 'RszfrwEYe/8xb7rnrPuh6C9pZSQ=',
  eci: '02',
  cavv: 'jCm0m+u/0hUfAREHBAMBcfN+pSo=',
} as const;

export type Changes = Readonly<Record<string, string | undefined>>;

interface Called {
  readonly account: GarantiAccount;
  readonly expected: ThreeDExpectation;
}

/** The fields of a passed authentication without its hash: the echoes, the result, and the changes; undefined leaves one out. */
export const fieldsOfCallback = ({ account, expected }: Called, changes: Changes = {}): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>([
    ...gateFields(account, expected, true),
    ['customeripaddress', '203.0.113.7'],
    ['clientid', account.terminalId],
    ['oid', expected.order.orderId],
    ['authcode', ''],
    ['procreturncode', ''],
    ['response', ''],
    ['mdstatus', '1'],
    ...Object.entries(PROOFS),
    ['rnd', '+WrQD6NJnbLfRfVSiKdM'],
    ['mderrormessage', 'Doğrulandı'],
    ['txnstatus', 'Y'],
    ['errmsg', ''],
    ['hostrefnum', ''],
    ['MaskedPan', '428220***8015'],
  ]);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  return fields;
};

export const signedPart = (fields: ReadonlyMap<string, string>): Readonly<Record<CallbackHashField, string>> =>
  Object.fromEntries(callbackHashFields.map((name) => [name, fields.get(name) ?? ''])) as Record<
    CallbackHashField,
    string
  >;

/** The fields with what signs them, as the bank posts them. */
export const signedCallback = (fields: ReadonlyMap<string, string>, storeKey: string): readonly FormField[] => {
  const signed = signedPart(fields);
  return [
    ...fields,
    ['hashparams', CALLBACK_HASH_PARAMS],
    ['hashparamsval', callbackHashValues(signed)],
    ['hash', callbackHash(signed, storeKey)],
  ];
};
