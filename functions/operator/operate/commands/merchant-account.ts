import type {
  GatewayKind,
  GatewayMerchant,
  SealedMerchantKey,
  VirtualPos,
} from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { isSameText } from '../../../../shared/http/is-same-text.ts';
import { merchantKeyContext, type Opener, VaultUnavailable } from '../../../../shared/ports/vault.ts';
import type { OperateDependencies, Result } from '../command.ts';
import { invalidField } from '../command-error.ts';
import { defaulted, type Fields, neededWhenNew, secret } from '../fields.ts';
import { code, shaped } from '../kinds.ts';
import { putValues } from '../put.ts';

const digits = (max: number) =>
  shaped(`1 to ${max} digits`, `must be 1 to ${max} digits`, (text) =>
    text.length <= max && /^\d+$/.test(text) ? text : undefined,
  );

const storeKey = secret(neededWhenNew(code(200), 'Key of the 3D hash.'));

const nestPayFields = {
  clientId: neededWhenNew(code(100), "With kind nestpay: the dealer's number at the bank."),
  apiUser: neededWhenNew(code(100), 'With kind nestpay: user name of the bank interface.'),
  apiPassword: secret(neededWhenNew(code(200), 'With kind nestpay: password of the bank interface.')),
  storeKey,
};

const garantiFields = {
  merchantId: neededWhenNew(digits(15), "With kind garanti: the dealer's number at the bank."),
  terminalId: neededWhenNew(digits(9), 'With kind garanti: number of the terminal.'),
  provisionUser: defaulted(code(100), 'PROVAUT', {
    meaning: 'With kind garanti: user who charges, captures and asks.',
  }),
  provisionPassword: secret(neededWhenNew(code(200), 'With kind garanti: password of provisionUser.')),
  refundUser: defaulted(code(100), 'PROVRFN', { meaning: 'With kind garanti: user who voids and refunds.' }),
  refundPassword: secret(neededWhenNew(code(200), 'With kind garanti: password of refundUser.')),
  storeKey,
};

const fieldsByKind = { nestpay: nestPayFields, garanti: garantiFields } as const satisfies Record<GatewayKind, Fields>;

/** The fields of the merchant account, of every kind. Those of another kind than the virtual POS has are refused. */
export const merchantFields = { ...nestPayFields, ...garantiFields };
type MerchantField = keyof typeof merchantFields;

type GivenMerchant = { readonly [Name in MerchantField]?: string | null | undefined };

/** Refuses a field that the gateway of this kind does not know: it would be lost without a word. */
const refuseOtherKinds = (given: GivenMerchant, kind: GatewayKind): void => {
  const other = Object.keys(merchantFields).find(
    (name) => given[name as MerchantField] !== undefined && !Object.hasOwn(fieldsByKind[kind], name),
  );
  if (other !== undefined) throw invalidField(other, `is no field of a virtual POS of kind ${kind}`);
};

interface StoredKey {
  readonly key: string;
  readonly field: string;
  readonly of: VirtualPos;
  readonly sealed: SealedMerchantKey;
}

/** True for a key that is stored already. One that does not open any more is none: a put must be able to mend it. */
const isStoredKey = async ({ key, field, of, sealed: kept }: StoredKey, opener: Opener): Promise<boolean> => {
  const { sealed, version } = kept;
  try {
    return isSameText(await opener.open(sealed, merchantKeyContext(of, field, version)), key);
  } catch (error) {
    if (error instanceof VaultUnavailable) return false;
    throw error;
  }
};

export interface MerchantPut {
  readonly given: GivenMerchant & Readonly<Record<'dealerCode' | 'posId', string>>;
  readonly kind: GatewayKind;
  readonly stored: VirtualPos | undefined;
  /** The version that the put makes. */
  readonly version: number;
}

/**
 * The merchant account after a put. Keys that are not given, or are the stored ones, keep the version that they were
 * sealed for: putting the same record again changes nothing. Refuses the fields of another kind.
 */
export const merchantAfter = async (
  { given, kind, stored, version }: MerchantPut,
  { sealer, stepping }: Pick<OperateDependencies, 'sealer' | 'stepping'>,
): Promise<GatewayMerchant> => {
  refuseOtherKinds(given, kind);
  const fields: Fields = fieldsByKind[kind];
  const before: Readonly<Record<string, unknown>> = { ...stored?.merchant };
  const values = putValues<Record<string, unknown>, Fields>(fields, given, stored && before);
  const keyAfter = async (field: string): Promise<SealedMerchantKey> => {
    const key = given[field as MerchantField];
    if (key === undefined || key === null) return values[field] as SealedMerchantKey;
    const sealed = before[field] as SealedMerchantKey;
    if (stored !== undefined) {
      const { opener } = await stepping();
      if (await isStoredKey({ key, field, of: stored, sealed }, opener)) return sealed;
    }
    return { sealed: await sealer.seal(key, merchantKeyContext(given, field, version)), version };
  };
  const entries = Object.entries(fields).map(async ([field, { secret: isSecret }]) => [
    field,
    isSecret === true ? await keyAfter(field) : values[field],
  ]);
  // The fields of the kind are those of its merchant account.
  return { kind, merchant: Object.fromEntries(await Promise.all(entries)) };
};

/** The merchant account as it is shown: of a key that it is set, and nothing else. */
export const shownMerchant = (merchant: VirtualPos['merchant']): Result =>
  Object.fromEntries(
    Object.entries(merchant).map(([field, value]) => [field, typeof value === 'string' ? value : { set: true }]),
  );
