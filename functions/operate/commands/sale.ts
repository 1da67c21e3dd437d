import type { Customer } from '../../../shared/domain/customer/customer.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { type CommandCall, changeCommand, showCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { type InputOf, optional } from '../fields.ts';
import { anyId, code, isGivenId } from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { shownAmount } from '../shown.ts';
import { findCustomer } from './customer.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { saleCustomerFields, saleFields } from './sale-fields.ts';

const MADE_BY_HAND = 2;

const putFields = {
  dealerCode: dealerCodeField,
  dealerSaleId: optional(anyId, 'Id in the service. For a new sale below 100000, or generated when not given.'),
  saleCode: optional(code(100), "The dealer's own code, never changed. A new guid when a new sale has none."),
  version: versionField,
  ...saleCustomerFields,
  ...saleFields,
};
type PutSale = InputOf<typeof putFields>;

interface Identified {
  readonly dealerCode: string;
  readonly dealerSaleId?: number | null | undefined;
  readonly saleCode?: string | null | undefined;
}

const findSale = async (
  { dealerCode, dealerSaleId, saleCode }: Identified,
  { deps }: CommandCall,
): Promise<Sale | undefined> => {
  const identifiers = { dealerSaleId: dealerSaleId ?? undefined, saleCode: saleCode ?? undefined };
  if (identifiers.dealerSaleId === undefined && identifiers.saleCode === undefined) return undefined;
  const { byId, byCode } = await deps.sales.find(dealerCode, identifiers);
  const both = identifiers.dealerSaleId !== undefined && identifiers.saleCode !== undefined;
  if (both && byId?.dealerSaleId !== byCode?.dealerSaleId) {
    throw notPossible('dealerSaleId and saleCode do not belong to the same sale.', 'saleCode');
  }
  return byId ?? byCode;
};

/** A sale without a code gets a new GUID, one without an id a generated id (dealer interface 2.10). */
const newIdentifiers = async ({ dealerSaleId, saleCode }: Identified, { deps }: CommandCall) => {
  if (typeof dealerSaleId === 'number' && !isGivenId(dealerSaleId)) {
    throw invalidField('dealerSaleId', 'of a new record must be below 100000');
  }
  return {
    saleCode: saleCode ?? deps.randomness.guid(),
    dealerSaleId: dealerSaleId ?? (await deps.identifiers.next('sale')),
  };
};

interface SaleCustomer {
  /** Both identifiers of an existing customer, or neither. */
  readonly named: Pick<Sale, 'customerCode' | 'dealerCustomerId'>;
  /** The next version of a customer whom the sale did not use before. */
  readonly next?: Customer;
}

/** The customer of a sale after a put. */
const customerAfter = async (input: PutSale, stored: Sale | undefined, call: CommandCall): Promise<SaleCustomer> => {
  const { dealerCode, customerCode, dealerCustomerId } = input;
  if (customerCode === undefined && dealerCustomerId === undefined) {
    const { customerCode: storedCode, dealerCustomerId: storedId } = stored ?? {};
    return { named: omitUndefined({ customerCode: storedCode, dealerCustomerId: storedId }) };
  }
  const [byCode, byId] = [typeof customerCode === 'string', typeof dealerCustomerId === 'number'];
  if (!byCode && !byId) return { named: {} };
  const removed = customerCode === null ? 'customerCode' : dealerCustomerId === null ? 'dealerCustomerId' : undefined;
  if (removed !== undefined) throw invalidField(removed, 'cannot be removed while the customer is named otherwise');
  const customer = await findCustomer({ dealerCode, customerCode, dealerCustomerId }, call);
  if (customer === undefined)
    throw invalidField(byCode ? 'customerCode' : 'dealerCustomerId', 'names no customer of the dealer');
  const named = { customerCode: customer.customerCode, dealerCustomerId: customer.dealerCustomerId };
  if (stored?.dealerCustomerId === customer.dealerCustomerId) return { named };
  return { named, next: { ...customer, version: customer.version + 1 } };
};

type SaleValues = Pick<Sale, keyof typeof saleFields>;

const refuseInconsistent = async (values: SaleValues, dealerCode: string, { deps }: CommandCall): Promise<void> => {
  const { beginDate, endDate, currency, installmentNumber, dealerCustomerTypeId } = values;
  if (beginDate !== undefined && endDate !== undefined && endDate < beginDate) {
    throw invalidField('endDate', 'must not be before beginDate');
  }
  if (currency !== 'TL' && installmentNumber !== 1) {
    throw invalidField('installmentNumber', 'must be 1 when currency is not TL');
  }
  if (dealerCustomerTypeId === undefined) return;
  const definition = await deps.definitions.find(dealerCustomerTypeId);
  if (definition?.dealerCode !== dealerCode) {
    throw invalidField('dealerCustomerTypeId', 'names no definition of the dealer');
  }
};

const putPlan = async (input: PutSale, call: CommandCall) => {
  const { dealerCode } = input;
  await existingDealer(dealerCode, call);
  const stored = await findSale(input, call);
  const version = nextVersion(`sale of dealer ${dealerCode}`, stored?.version, input.version);
  const values = putValues<SaleValues, typeof saleFields>(saleFields, input, stored);
  await refuseInconsistent(values, dealerCode, call);
  const customer = await customerAfter(input, stored, call);
  const { dealerSaleId, saleCode } = stored ?? (await newIdentifiers(input, call));
  const dealerSaleScheduleId = values.planType === MADE_BY_HAND ? 0 : values.dealerSaleScheduleId;
  const record: Sale = {
    ...values,
    ...customer.named,
    dealerSaleScheduleId,
    dealerCode,
    dealerSaleId,
    saleCode,
    version,
  };
  const changed = changedFieldNames(stored, record);
  return {
    dealerCode,
    change: { kind: 'sale', record, ...omitUndefined({ before: stored, customer: customer.next }) },
    changed,
    result: { dealerCode, dealerSaleId, saleCode, version, changed },
  } as const;
};

export const putSale = changeCommand(
  {
    name: 'put-sale',
    group: 'Sales',
    summary: 'Create or change a recurring sale.',
    notes: [
      'An existing sale is found by either identifier; with neither, a new one is created.',
      'The version of a customer rises when a sale begins to use it.',
    ],
    fields: putFields,
    example: { dealerCode: '1001', customerCode: 'Customer', amount: '27.50', beginDate: '20300101' },
  },
  putPlan,
);

export const showSale = showCommand(
  {
    name: 'show-sale',
    group: 'Sales',
    summary: 'Show a sale by id or by code.',
    fields: {
      dealerCode: dealerCodeField,
      dealerSaleId: optional(anyId, 'Id in the service.'),
      saleCode: optional(code(100), "The dealer's own code."),
    },
    example: { dealerCode: '1001', saleCode: 'satis' },
  },
  async (input, call) => {
    if ((input.dealerSaleId ?? input.saleCode) === undefined || (input.dealerSaleId ?? input.saleCode) === null) {
      throw invalidField('saleCode', 'or dealerSaleId is required');
    }
    const found = await findSale(input, call);
    if (found === undefined) throw notFound(`such sale of dealer ${input.dealerCode}`);
    return { ...found, amount: shownAmount(found.amount) };
  },
);
