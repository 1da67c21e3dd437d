import { isEmail, normalizeGsm } from '../../../../shared/domain/customer/contact.ts';
import type { Customer } from '../../../../shared/domain/customer/customer.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import type { CustomersFound } from '../../../../shared/ports/customers.ts';
import { customerPasswordContext } from '../../../../shared/ports/vault.ts';
import { type CommandCall, changeCommand, showCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { type InputOf, optional, secret } from '../fields.ts';
import { anyId, code, codeProblem, day, dealersCode, freeText, isGivenId, numberChoice, shaped } from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';

const MAX_CODE_LENGTH = 100;

const identifierFields = {
  dealerCustomerId: optional(anyId, 'Id in the service. For a new customer below 100000, or generated when not given.'),
  customerCode: optional(
    dealersCode(MAX_CODE_LENGTH),
    "The dealer's own code; needed for a new customer, and never changed.",
  ),
};

const gsmNumber = shaped(
  'mobile number, 5XXXXXXXXX',
  'must be a mobile number of 10 digits that starts with 5',
  normalizeGsm,
);
const email = shaped('e-mail address', 'must be an e-mail address', (text) => (isEmail(text) ? text : undefined));

const customerFields = {
  firstName: optional(freeText(100), 'First name.'),
  lastName: optional(freeText(100), 'Last name.'),
  gender: optional(numberChoice([1, 2]), '1 = male, 2 = female.'),
  birthDate: optional(day, 'Day of birth, in the past.'),
  gsmNumber: optional(gsmNumber, 'Mobile number; a leading 0, 90 or +90 is dropped.'),
  email: optional(email, 'E-mail address.'),
  address: optional(freeText(500), 'Address.'),
};

const passwordField = secret(
  optional(code(100), "The customer's own password. Stored encrypted; get customer answers it to the dealer."),
);

const putFields = {
  dealerCode: dealerCodeField,
  ...identifierFields,
  version: versionField,
  ...customerFields,
  password: passwordField,
};

interface Identified {
  readonly dealerCode: string;
  readonly dealerCustomerId?: number | null | undefined;
  readonly customerCode?: string | null | undefined;
}

/** The one customer that the given identifiers name; undefined if there is none. */
const single = (
  { byId, byCode }: CustomersFound,
  { dealerCustomerId, customerCode }: Identified,
): Customer | undefined => {
  const both = typeof dealerCustomerId === 'number' && typeof customerCode === 'string';
  if (both && byId?.dealerCustomerId !== byCode?.dealerCustomerId) {
    throw notPossible('dealerCustomerId and customerCode do not belong to the same customer.', 'customerCode');
  }
  return byId ?? byCode;
};

export const findCustomer = async (identified: Identified, { deps }: CommandCall): Promise<Customer | undefined> => {
  const { dealerCode, dealerCustomerId, customerCode } = identified;
  const identifiers = { dealerCustomerId: dealerCustomerId ?? undefined, customerCode: customerCode ?? undefined };
  if (identifiers.dealerCustomerId === undefined && identifiers.customerCode === undefined) {
    throw invalidField('customerCode', 'or dealerCustomerId is required');
  }
  return single(await deps.customers.find(dealerCode, identifiers), identified);
};

/** Identifiers of a new customer: the given code, and the given or a generated id. */
const newIdentifiers = async ({ dealerCustomerId, customerCode }: Identified, { deps }: CommandCall) => {
  if (typeof customerCode !== 'string') throw invalidField('customerCode', 'is required for a new record');
  const problem = codeProblem(customerCode, MAX_CODE_LENGTH);
  if (problem !== undefined) throw invalidField('customerCode', problem);
  if (typeof dealerCustomerId !== 'number') {
    return { customerCode, dealerCustomerId: await deps.identifiers.next('customer') };
  }
  if (!isGivenId(dealerCustomerId)) throw invalidField('dealerCustomerId', 'of a new record must be below 100000');
  return { customerCode, dealerCustomerId };
};

const sealedAfter = async (
  password: string | null | undefined,
  customer: { readonly dealerCode: string; readonly dealerCustomerId: number },
  { stored, call }: { readonly stored: Customer | undefined; readonly call: CommandCall },
): Promise<string | undefined> => {
  if (password === undefined) return stored?.sealedPassword;
  return password === null ? undefined : call.deps.sealer.seal(password, customerPasswordContext(customer));
};

const putPlan = async (input: InputOf<typeof putFields>, call: CommandCall) => {
  const { dealerCode } = input;
  const { listingShards } = await existingDealer(dealerCode, call);
  const stored = await findCustomer(input, call);
  const version = nextVersion(`customer of dealer ${dealerCode}`, stored?.version, input.version);
  type Plain = Pick<Customer, keyof typeof customerFields>;
  const values = putValues<Plain, typeof customerFields>(customerFields, input, stored);
  if (values.birthDate !== undefined && values.birthDate >= call.today) {
    throw invalidField('birthDate', 'must be in the past');
  }
  const { dealerCustomerId, customerCode } = stored ?? (await newIdentifiers(input, call));
  const identity = { dealerCode, dealerCustomerId, customerCode };
  const sealedPassword = await sealedAfter(input.password, identity, { stored, call });
  const createdAtMs = stored === undefined ? call.nowMs : stored.createdAtMs;
  const record: Customer = omitUndefined({ ...values, ...identity, version, sealedPassword, createdAtMs });
  const changed = changedFieldNames(stored, omitUndefined({ ...record, createdAtMs: stored?.createdAtMs })).map(
    (name) => (name === 'sealedPassword' ? 'password' : name),
  );
  return {
    dealerCode,
    change: { kind: 'customer', record, listingShards },
    changed,
    result: { dealerCode, dealerCustomerId, customerCode, version, changed },
  } as const;
};

export const putCustomer = changeCommand(
  {
    name: 'put-customer',
    group: 'Customers',
    summary: "Create or change a dealer's customer.",
    notes: ['An existing customer is found by either identifier.'],
    fields: putFields,
    example: { dealerCode: '1001', customerCode: 'C-1', firstName: 'Elif', gsmNumber: '5301111111' },
  },
  putPlan,
);

/** An existing customer is named by either identifier, or by both. */
export const customerIdentifierFields = {
  dealerCode: dealerCodeField,
  dealerCustomerId: optional(anyId, 'Id in the service.'),
  customerCode: optional(dealersCode(MAX_CODE_LENGTH), "The dealer's own code."),
};

export const showCustomer = showCommand(
  {
    name: 'show-customer',
    group: 'Customers',
    summary: 'Show a customer by id or by code.',
    notes: ['The password is not shown; "password" says whether there is one.'],
    fields: customerIdentifierFields,
    example: { dealerCode: '1001', customerCode: 'Customer' },
  },
  async (input, call) => {
    const found = await findCustomer(input, call);
    if (found === undefined) throw notFound(`such customer of dealer ${input.dealerCode}`);
    const { sealedPassword, createdAtMs: _createdAtMs, ...customer } = found;
    return { ...customer, password: { set: sealedPassword !== undefined } };
  },
);
