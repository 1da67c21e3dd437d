import {
  BIN,
  type BinRecord,
  brandNames,
  cardCategories,
  creditTypes,
  readBrandName,
} from '../../../../shared/domain/card/bin-record.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { bankNameOf } from '../../../../shared/domain/virtual-pos/bank-list.ts';
import { type CommandCall, changeCommand, showCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { type InputOf, objectOf, optional, required } from '../fields.ts';
import { choice, flag, freeText, list, shaped, whole } from '../kinds.ts';
import { bankCode } from './fields-in-common.ts';

/** At most 26 transactions of 20 writes: a few seconds, well within the function's time. */
export const MAX_BINS = 500;

const bin = shaped('6 or 8 digits', 'must be 6 or 8 digits', (text) => (BIN.test(text) ? text : undefined));

const brand = shaped(`one of ${brandNames.join(', ')}`, `must be one of ${brandNames.join(', ')}`, readBrandName);

const importId = shaped('id of an import', 'must be a UUID in small letters', (text) =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined,
);

/** The fields of an entry, which are the columns of a file too. */
export const entryFields = {
  bin: required(bin, 'First digits of card numbers.'),
  bankCode: optional(bankCode, 'Bank that issued the cards; absent for an issuer that is none of these banks.'),
  bankName: optional(freeText(100), 'Its name, which an entry without bankCode must have.'),
  brand: optional(brand, 'Brand of the cards; by their digits when not given.'),
  creditType: optional(choice(creditTypes), 'Whether the cards are credit or debit cards.'),
  category: optional(choice(cardCategories), 'Whom the cards are for.'),
  group: optional(freeText(30), 'Installment programme, such as BONUS.'),
  maxInstallments: optional(whole(1, 36), 'Largest count that the issuer names; shown to dealers, decides nothing.'),
  foreign: optional(flag, 'True for cards that were issued abroad.'),
  cardName: optional(freeText(100), 'Name of the product.'),
};

const recordOf = (
  { bin: digits, bankCode: code, bankName, ...facts }: InputOf<typeof entryFields>,
  ofImport: string | null | undefined,
): BinRecord => {
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
  return omitUndefined({
    ...(given as Partial<BinRecord>),
    bin: digits,
    bankCode: code ?? undefined,
    bankName: bankName ?? (typeof code === 'string' ? bankNameOf(code) : undefined),
    importId: ofImport ?? undefined,
  });
};

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
    summary: 'Import what is known of the cards that begin with given digits.',
    notes: [
      'With --file F.csv the command line imports a file of any length in parts and shows its progress. Its first line names the columns by the fields of an entry; commas or semicolons stand between cells, and an empty cell is not given.',
      '--replace removes in the end what the file lacks. Run no other import meanwhile. --test-cards imports the cards of a sandbox instead of a file.',
      'The virtual POS of a payment by card is that of the bank that issued the card, and the default one where the issuer has no bankCode. A BIN of 8 digits wins over one of 6.',
      'An entry replaces the stored one for its BIN; other BINs stay unchanged.',
      'Entries are written 20 at a time and the audit entry with the last of them. After a failure half-way, repeat the command with the same id: it writes all of its entries again. Finish it before another import of the same BINs.',
    ],
    fields: {
      bins: required(list(objectOf(entryFields), MAX_BINS), `1 to ${MAX_BINS} entries, each BIN once.`),
      importId: optional(importId, 'The import that the entries belong to; the command line gives it.'),
    },
    example: {
      bins: [
        { bin: '411111', bankCode: '64', brand: 'Visa', creditType: 'credit', group: 'MAXIMUM', maxInstallments: 12 },
        { bin: '555555', bankCode: '46', brand: 'Mastercard' },
      ],
    },
  },
  async (input) => {
    const bins = input.bins.map((entry) => recordOf(entry, input.importId));
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

/** A page of BINs that are removed: about as many writes as an import has. */
const PAGE = 500;
const CURSOR = /^\d(?::\d{6}(?:\d{2})?)?$/;

/** Refuses to remove everything but an import that never was. */
const refuseUnknownImport = async (
  { bin: digits, importId: named }: { readonly bin: string; readonly importId: string },
  { deps }: CommandCall,
): Promise<void> => {
  const found = await deps.records.bin(digits);
  if (found?.importId !== named) {
    throw notPossible('The entry of this BIN does not come from that import: nothing was removed.', 'bin');
  }
};

export const removeOtherBins = changeCommand(
  {
    name: 'remove-other-bins',
    group: 'BIN directory',
    summary: 'Remove the entries that an import did not write.',
    notes: [
      'The command line calls it behind an import with --replace. Each call looks at one page of the directory; "next" is the cursor of the next page.',
    ],
    fields: {
      importId: required(importId, 'The import whose entries stay.'),
      bin: required(bin, 'A BIN of that import, which proves that there was one.'),
      cursor: optional(
        shaped('cursor', 'must be a cursor of this command', (text) => (CURSOR.test(text) ? text : undefined)),
        'Where the page begins: `next` of the page before.',
      ),
    },
    example: { importId: '5f0b8a52-8d1c-4c39-9a5e-0f6f4f1f4b1a', bin: '411111' },
  },
  async (input, call) => {
    await refuseUnknownImport(input, call);
    const { records } = call.deps;
    const [shardText = '0', after] = (input.cursor ?? '0').split(':');
    const shard = Number(shardText);
    const page = await records.binsOfShard(shard, { limit: PAGE, after });
    const others = page.bins.filter((one) => one.importId !== input.importId).map((one) => one.bin);
    const next = page.next === undefined ? shard + 1 : `${shard}:${page.next}`;
    return {
      change: { kind: 'remove-bins', record: { bins: others } },
      changed: others,
      result: { removed: others.length, ...(next === records.binShards ? {} : { next: String(next) }) },
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
    const { importId: _importId, ...shown } = found;
    return shown;
  },
);
