import type { SubDealer } from '../../../../shared/domain/dealer/sub-dealer.ts';
import { changeCommand, showCommand } from '../command.ts';
import { notFound } from '../command-error.ts';
import { defaulted, neededWhenNew, required } from '../fields.ts';
import { flag, freeText, givenId, ratesByCount } from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { shownRates } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { firmField, firmIn } from './firm-fields.ts';

const subDealerId = required(givenId, 'The sub-dealer: DealerId of a SubDealer entry.');

const subDealerFields = {
  name: neededWhenNew(freeText(100), 'Name of the sub-dealer.'),
  enabled: defaulted(flag, true, { meaning: 'Whether payments may name it.' }),
  rates: neededWhenNew(ratesByCount, 'Its commission by count, for commission scenario 1.'),
  firm: firmField,
};

export const putSubDealer = changeCommand(
  {
    name: 'put-sub-dealer',
    group: 'Sub-dealers',
    summary: 'Create or change a sub-dealer of a dealer, with its commission rates.',
    fields: { dealerCode: dealerCodeField, subDealerId, version: versionField, ...subDealerFields },
    example: { dealerCode: '1001', subDealerId: 2774, name: 'Example Branch', rates: { '1': 2.5, '2': '3.85' } },
  },
  async (input, call) => {
    const { dealerCode, subDealerId: id } = input;
    await existingDealer(dealerCode, call);
    const stored = await call.deps.records.subDealer(dealerCode, id);
    const version = nextVersion(`sub-dealer ${id} of dealer ${dealerCode}`, stored?.version, input.version);
    const values = putValues<Omit<SubDealer, 'dealerCode' | 'subDealerId' | 'version'>, typeof subDealerFields>(
      subDealerFields,
      { ...input, firm: firmIn(input) },
      stored,
    );
    const record = { ...values, dealerCode, subDealerId: id, version };
    const changed = changedFieldNames(stored, record);
    return {
      dealerCode,
      change: { kind: 'sub-dealer', record },
      changed,
      result: { dealerCode, subDealerId: id, version, changed },
    };
  },
);

export const showSubDealer = showCommand(
  {
    name: 'show-sub-dealer',
    group: 'Sub-dealers',
    summary: 'Show a sub-dealer.',
    fields: { dealerCode: dealerCodeField, subDealerId },
    example: { dealerCode: '1001', subDealerId: 1774 },
  },
  async ({ dealerCode, subDealerId: id }, { deps }) => {
    const found = await deps.records.subDealer(dealerCode, id);
    if (found === undefined) throw notFound(`sub-dealer ${id} of dealer ${dealerCode}`);
    return { ...found, rates: shownRates(found.rates) };
  },
);
