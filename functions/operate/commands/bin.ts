import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { bankNameOf } from '../../../shared/domain/virtual-pos/bank-list.ts';
import { BIN, type BinRecord } from '../../../shared/ports/bin-directory.ts';
import { changeCommand, showCommand } from '../command.ts';
import { invalidField, notFound } from '../command-error.ts';
import { type InputOf, objectOf, optional, required } from '../fields.ts';
import { freeText, list, shaped } from '../kinds.ts';
import { bankCode } from './fields-in-common.ts';

/** At most 26 transactions of 20 writes: a few seconds, well within the function's time. */
const MAX_BINS = 500;

const bin = shaped('6 or 8 digits', 'must be 6 or 8 digits', (text) => (BIN.test(text) ? text : undefined));

const entryFields = {
  bin: required(bin, 'First digits of card numbers.'),
  bankCode: optional(bankCode, 'Bank that issued the cards; absent for an issuer that is none of these banks.'),
  bankName: optional(freeText(100), 'Its name, which an entry without bankCode must have.'),
  brand: optional(freeText(30), 'Brand of the cards.'),
};

const recordOf = ({ bin: digits, bankCode: code, bankName, brand }: InputOf<typeof entryFields>): BinRecord => ({
  bin: digits,
  ...omitUndefined({
    bankCode: code ?? undefined,
    bankName: bankName ?? (typeof code === 'string' ? bankNameOf(code) : undefined),
    brand: brand ?? undefined,
  }),
});

/** Refuses a BIN that stands twice: nobody could tell which entry counts. */
const refuseRepeated = (bins: readonly BinRecord[]): void => {
  const repeated = bins.findIndex(({ bin: digits }, index) => bins.findIndex((one) => one.bin === digits) !== index);
  if (repeated >= 0) throw invalidField(`bins.${repeated}.bin`, 'stands in the list twice');
};

/** Refuses an entry that says nothing about the issuer. */
const refuseNameless = (bins: readonly BinRecord[]): void => {
  const nameless = bins.findIndex(({ bankName }) => bankName === undefined);
  if (nameless >= 0) throw invalidField(`bins.${nameless}.bankCode`, 'is required where there is no bankName');
};

export const importBins = changeCommand(
  {
    name: 'import-bins',
    group: 'BIN directory',
    summary: 'Import which bank issued the cards that begin with given digits.',
    notes: [
      'The virtual POS of a payment by card is that of the bank that issued the card, and the default one where the issuer has no bankCode. A BIN of 8 digits wins over one of 6.',
      'An entry replaces the stored one for its BIN; other BINs stay unchanged. A longer list is imported by several commands, each with an id of its own.',
      'Entries are written 20 at a time and the audit entry with the last of them. After a failure half-way, repeat the command with the same id: it writes all of its entries again. Finish it before another import of the same BINs.',
    ],
    fields: {
      bins: required(list(objectOf(entryFields), MAX_BINS), `1 to ${MAX_BINS} entries, each BIN once.`),
    },
    example: {
      bins: [
        { bin: '411111', bankCode: '64', brand: 'Visa' },
        { bin: '555555', bankCode: '46', brand: 'Mastercard' },
      ],
    },
  },
  async (input) => {
    const bins = input.bins.map(recordOf);
    if (bins.length === 0) throw invalidField('bins', 'must have at least one entry');
    refuseRepeated(bins);
    refuseNameless(bins);
    return {
      change: { kind: 'bins', record: { bins } },
      changed: bins.map((one) => one.bin),
      result: { imported: bins.length },
    };
  },
);

export const showBin = showCommand(
  {
    name: 'show-bin',
    group: 'BIN directory',
    summary: 'Show the entry of the BIN directory for a BIN.',
    notes: [
      'A card is looked up by its first 8 digits, then by its first 6; this shows the entry of the digits given.',
    ],
    fields: { bin: required(bin, 'First digits of card numbers; never a whole number.') },
    example: { bin: '411111' },
  },
  async ({ bin: digits }, { deps }) => {
    const found = await deps.records.bin(digits);
    if (found === undefined) throw notFound(`entry for BIN ${digits}`);
    return { ...found };
  },
);
