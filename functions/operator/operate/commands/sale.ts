import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import type { SaleFile } from '../../../../shared/domain/sale/changed-step.ts';
import type { Sale } from '../../../../shared/domain/sale/sale.ts';
import type { SaleDraft, SaleProblem } from '../../../../shared/domain/sale/sale-rules.ts';
import { checkSale, newSaleChange, saleChange } from '../../../../shared/payment-flow/change-sale.ts';
import { pausingOfSale } from '../../../../shared/payment-flow/pause-sale.ts';
import type { SaleHistory } from '../../../../shared/ports/sales.ts';
import { type CommandCall, changeCommand, type PlannedChange, showCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { type InputOf, optional } from '../fields.ts';
import { anyId, code, isGivenId } from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { shownSale } from '../sale-view.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { saleCustomerFields, saleFields, saleProductFields } from './sale-fields.ts';

const GROUP = 'Sales';
/** Plans and tries that show-sale looks at, newest first. */
const SHOWN = 20;

const putFields = {
  dealerCode: dealerCodeField,
  dealerSaleId: optional(anyId, 'Id in the service. For a new sale below 100000, or generated when not given.'),
  saleCode: optional(code(100), "The dealer's own code, never changed. A new guid when a new sale has none."),
  version: versionField,
  ...saleCustomerFields,
  ...saleProductFields,
  ...saleFields,
};
type PutSale = InputOf<typeof putFields>;

const namedFields = {
  dealerCode: dealerCodeField,
  dealerSaleId: optional(anyId, 'Id in the service.'),
  saleCode: optional(code(100), "The dealer's own code."),
};

interface Identified {
  readonly dealerCode: string;
  readonly dealerSaleId?: number | null | undefined;
  readonly saleCode?: string | null | undefined;
}

const findSale = async (
  { dealerCode, dealerSaleId, saleCode }: Identified,
  { deps }: CommandCall,
): Promise<SaleFile | undefined> => {
  const identifiers = { dealerSaleId: dealerSaleId ?? undefined, saleCode: saleCode ?? undefined };
  if (identifiers.dealerSaleId === undefined && identifiers.saleCode === undefined) return undefined;
  const { byId, byCode } = await deps.sales.find(dealerCode, identifiers);
  const both = identifiers.dealerSaleId !== undefined && identifiers.saleCode !== undefined;
  if (both && byId?.dealerSaleId !== byCode?.dealerSaleId) {
    throw notPossible('dealerSaleId and saleCode do not belong to the same sale.', 'saleCode');
  }
  const found = byId ?? byCode;
  return found === undefined ? undefined : deps.sales.open(dealerCode, found.dealerSaleId);
};

const requireName = (input: Identified): void => {
  if ((input.dealerSaleId ?? input.saleCode ?? undefined) === undefined) {
    throw invalidField('saleCode', 'or dealerSaleId is required');
  }
};

const noSuchSale = ({ dealerCode }: Identified): Error => notFound(`such sale of dealer ${dealerCode}`);

const existingSale = async (input: Identified, call: CommandCall): Promise<SaleFile> => {
  requireName(input);
  const found = await findSale(input, call);
  if (found === undefined) throw noSuchSale(input);
  return found;
};

/** A sale with its history. One that its dealer deleted has its id alone: its code is free for another sale. */
const saleWithHistory = async (input: Identified, call: CommandCall): Promise<SaleHistory> => {
  requireName(input);
  const id = input.saleCode == null ? input.dealerSaleId : (await existingSale(input, call)).sale.dealerSaleId;
  const found = typeof id === 'number' ? await call.deps.sales.history(input.dealerCode, id, SHOWN) : undefined;
  if (found === undefined) throw noSuchSale(input);
  return found;
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

/** How a customer or product is named after a put: by what is given, else as it is stored. null takes it out. */
const namesAfter = <Code extends string, Id extends string>(
  input: { readonly [Name in Code]?: string | null | undefined } & {
    readonly [Name in Id]?: number | null | undefined;
  },
  stored: Sale | undefined,
  [codeName, idName, what]: readonly [Code & keyof Sale, Id & keyof Sale, string],
): Partial<SaleDraft> => {
  const given = { [codeName]: input[codeName], [idName]: input[idName] };
  if (given[codeName] === undefined && given[idName] === undefined) {
    return { [codeName]: stored?.[codeName], [idName]: stored?.[idName] };
  }
  const isNamed = typeof given[codeName] === 'string' || typeof given[idName] === 'number';
  const removed = [codeName, idName].find((name) => given[name] === null);
  if (isNamed && removed !== undefined) {
    throw invalidField(removed, `cannot be removed while the ${what} is named otherwise`);
  }
  return { [codeName]: given[codeName] ?? undefined, [idName]: given[idName] ?? undefined };
};

const withSmallInitial = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
const ownName = (word: string): string => (withSmallInitial(word) in putFields ? withSmallInitial(word) : word);

/** Operators write the names of fields with a small first letter, in the sentence too. */
const refuse = ({ field, problem }: SaleProblem): Error =>
  invalidField(withSmallInitial(field), problem.replaceAll(/\w+/g, ownName));

const draftAfter = (input: PutSale, stored: Sale | undefined): SaleDraft => ({
  ...putValues<Omit<SaleDraft, 'customerCode' | 'productCode'>, typeof saleFields>(saleFields, input, stored),
  ...namesAfter(input, stored, ['customerCode', 'dealerCustomerId', 'customer']),
  ...namesAfter(input, stored, ['productCode', 'dealerProductId', 'product']),
});

const putPlan = async (input: PutSale, call: CommandCall): Promise<PlannedChange> => {
  const { dealerCode } = input;
  const { references, identifiers } = call.deps;
  const { listingShards } = await existingDealer(dealerCode, call);
  const stored = await findSale(input, call);
  const version = nextVersion(`sale of dealer ${dealerCode}`, stored?.sale.version, input.version);
  const checked = await checkSale(draftAfter(input, stored?.sale), { dealerCode, references, refuse });
  // A sale that was stored before there was a list has no time: its next version has one, and so is listed.
  const { createdAtMs = call.nowMs, pausedSinceMs } = stored?.sale ?? {};
  const { dealerSaleId, saleCode } = stored?.sale ?? (await newIdentifiers(input, call));
  const identity = { dealerCode, dealerSaleId, saleCode, version, createdAtMs, ...omitUndefined({ pausedSinceMs }) };
  const of = { sale: { ...checked.details, ...identity }, checked };
  const parts = { identifiers, nowMs: call.nowMs, listingShards };
  const record =
    stored === undefined ? await newSaleChange(of, { ...parts, refuse }) : await saleChange(of, stored, parts);
  const names = changedFieldNames(stored?.sale, record.sale);
  const changed = stored === undefined ? names.filter((name) => name !== 'createdAtMs') : names;
  const { plannedStep } = record;
  return {
    dealerCode,
    change: { kind: 'sale', record, ...omitUndefined({ before: stored }) },
    changed,
    result: { dealerCode, dealerSaleId, saleCode, version, changed, ...omitUndefined({ plannedStep }) },
  };
};

export const putSale = changeCommand(
  {
    name: 'put-sale',
    group: GROUP,
    summary: 'Create or change a recurring sale.',
    notes: [
      'An existing sale is found by either identifier; with neither, a new one is created.',
      'The rules are those of AddSale and UpdateSale. A new sale plans its first step; a changed one changes its step unless that has begun. plannedStep of the answer is its id.',
      'The version of a customer rises when a sale begins to use it.',
      'A sale that was put before GetSaleList was there comes into its list by a put that names its version alone.',
    ],
    fields: putFields,
    example: {
      dealerCode: '1001',
      customerCode: 'Customer',
      amount: '27.50',
      planType: 2,
      dealerCustomerTypeId: 26,
    },
  },
  putPlan,
);

export const showSale = showCommand(
  {
    name: 'show-sale',
    group: GROUP,
    summary: 'Show a sale by id or by code, with its steps.',
    notes: [
      'A sale that its dealer deleted is shown by dealerSaleId alone, with deletedAt and its latestPlans.',
      `plannedStep is the one step that its schedule has ahead. Of the latest ${SHOWN} payment plans, openPlans are those that are not paid, failed or withdrawn; latestTries are the latest ${SHOWN} tries.`,
    ],
    fields: namedFields,
    example: { dealerCode: '1001', saleCode: 'satis' },
  },
  async (input, call) => shownSale(await saleWithHistory(input, call)),
);

const pausePlan = async (
  input: InputOf<typeof namedFields>,
  call: CommandCall,
  pause: boolean,
): Promise<PlannedChange> => {
  const pausing = pausingOfSale(await existingSale(input, call), { pause, nowMs: call.nowMs });
  if (pausing.kind === 'paused-already') throw notPossible('The sale is paused already.');
  if (pausing.kind === 'not-paused') throw notPossible('The sale is not paused.');
  const { change, changed } = pausing;
  const { dealerCode, dealerSaleId, saleCode, version } = pausing.sale;
  return { dealerCode, change, changed, result: { dealerCode, dealerSaleId, saleCode, version, changed } };
};

export const pauseSale = changeCommand(
  {
    name: 'pause-sale',
    group: GROUP,
    summary: 'Stop the charges of one recurring sale.',
    notes: [
      'Its steps wait: a slot that passes meanwhile is no try. A charge that has begun ends. The dealer may change or delete the sale.',
    ],
    fields: namedFields,
    example: { dealerCode: '1001', saleCode: 'satis' },
  },
  (input, call) => pausePlan(input, call, true),
);

export const resumeSale = changeCommand(
  {
    name: 'resume-sale',
    group: GROUP,
    summary: 'Let the charges of a paused recurring sale go on.',
    notes: ['What fell due meanwhile is charged in the next slot, oldest first, each missed step once.'],
    fields: namedFields,
    example: { dealerCode: '1001', saleCode: 'satis' },
  },
  (input, call) => pausePlan(input, call, false),
);
