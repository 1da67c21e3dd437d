import * as z from 'zod/mini';
import { type Currency, currencies, minor } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { movementKinds, type StatementEntry } from '../../../domain/statement/movement.ts';
import type { AccountBalance, Statement } from '../../../domain/statement/statement.ts';
import type { MovedPage, StatementProgress } from '../../../ports/statements.ts';
import {
  objectRow,
  parseRow,
  type RowOf,
  rowSchema,
  storedDay,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import { statementIndexKeys, statementKeys } from './statement-keys.ts';

// Amounts of statements are signed: commissions and balances may be below zero.
const signed = rowSchema(() => z.pipe(storedWhole, z.transform(minor)));
const storedCurrency = rowSchema(() => z.enum(currencies));

const account = { dealerCode: storedText, subDealerId: storedWhole, currency: storedCurrency() };
const counted = objectRow(() => ({ count: storedWhole, total: signed(), commission: signed() }));
const totals = { sales: counted(), refunds: counted(), balance: signed(), pool: signed() };

const statementRow = objectRow(() => ({
  ...account,
  ...totals,
  statementId: storedId,
  day: storedDay,
  owedBefore: signed(),
  payout: signed(),
  owedAfter: signed(),
  poolAfter: signed(),
  paidOn: storedDay,
  madeAtMs: storedWhole,
}));

export const readStatement = (row: unknown): Statement => parseRow('statement', statementRow, row);

/** Names an account in lists and positions. */
const accountName = ({ currency, subDealerId }: Pick<Statement, 'currency' | 'subDealerId'>): string =>
  `${currency}#${subDealerId}`;

export const statementItem = (statement: Statement) => ({
  ...statementKeys.statement(statement, statement.day),
  ...statementIndexKeys(statement, accountName(statement)),
  entity: 'statement',
  ...statement,
});

const pointerRow = objectRow(() => ({ subDealerId: storedWhole, currency: storedCurrency(), day: storedDay }));

export const readStatementPointer = (row: unknown) => parseRow('statement pointer', pointerRow, row);

export const statementPointerItem = ({ dealerCode, statementId, subDealerId, currency, day }: Statement) => ({
  ...statementKeys.statementPointer(dealerCode, statementId),
  entity: 'statement-pointer',
  subDealerId,
  currency,
  day,
});

const balanceRow = objectRow(() => ({
  ...account,
  version: storedWhole,
  day: storedDay,
  owed: signed(),
  pool: signed(),
}));

export const readBalance = (row: unknown): AccountBalance => parseRow('account balance', balanceRow, row);

export const balanceItem = (balance: AccountBalance) => ({
  ...statementKeys.accountBalance(balance),
  entity: 'account-balance',
  ...balance,
});

/** An entry as a list: a page has a hundred of them, and the names of members would double it. */
const entryRow = rowSchema(() =>
  z.tuple([
    z.enum(movementKinds),
    storedWhole,
    storedText,
    z.nullable(storedText),
    storedWhole,
    signed(),
    signed(),
    signed(),
    signed(),
  ]),
);

const movedRow = objectRow(() => ({ ...account, sk: storedText, totals: z.object(totals) }));

/** Links of a page's entries by their orders: beside the entries, whose form releases before this one know. */
const linksRow = rowSchema(() => z.record(storedText, z.object({ userPosLinkId: storedId, linkCode: storedText })));
const entriesRow = objectRow(() => ({ ...account, entries: z.array(entryRow()), links: z.optional(linksRow()) }));

type LinksOfPage = RowOf<typeof linksRow>;

const linksOf = (entries: readonly StatementEntry[]): LinksOfPage =>
  Object.fromEntries(entries.flatMap(({ orderId, madeOf }) => (madeOf === undefined ? [] : [[orderId, madeOf]])));

type AccountOfRow = { readonly subDealerId: number; readonly currency: Currency };

const entryOf = (
  row: RowOf<typeof entryRow>,
  { subDealerId, currency, links = {} }: AccountOfRow & { readonly links?: LinksOfPage | undefined },
): StatementEntry => {
  const [kind, paymentId, orderId, code, atMs, gross, commission, balance, pool] = row;
  const known = { kind, paymentId, orderId, atMs, gross, commission, balance, pool };
  return {
    subDealerId,
    currency,
    ...known,
    ...omitUndefined({ otherTrxCode: code ?? undefined, madeOf: links[orderId] }),
  };
};

/** A page without its entries. */
export const readMoved = (row: unknown): Pick<MovedPage, 'account' | 'totals'> & { readonly position: string } => {
  const { sk: position, totals: sums, dealerCode, subDealerId, currency } = parseRow('moved page', movedRow, row);
  return { account: { dealerCode, subDealerId, currency }, totals: sums, position };
};

export const readEntries = (row: unknown): readonly StatementEntry[] => {
  const { entries, ...of } = parseRow('moved page', entriesRow, row);
  return entries.map((entry) => entryOf(entry, of));
};

export const movedItem = ({ account: of, day, page, totals: sums, entries }: MovedPage) => ({
  ...statementKeys.movedPage(of, day, page),
  entity: 'moved-page',
  ...of,
  totals: sums,
  ...(entries.some(({ madeOf }) => madeOf !== undefined) ? { links: linksOf(entries) } : {}),
  entries: entries.map(({ kind, paymentId, orderId, otherTrxCode, atMs, gross, commission, balance, pool }) => [
    kind,
    paymentId,
    orderId,
    otherTrxCode ?? null,
    atMs,
    gross,
    commission,
    balance,
    pool,
  ]),
});

const progressRow = objectRow(() => ({
  version: storedWhole,
  doneDay: storedDay,
  reading: z.optional(z.object({ after: storedText, pages: storedWhole })),
  round: z.optional(z.object({ until: storedDay, after: storedText, open: storedWhole })),
}));

export const readProgress = (row: unknown): StatementProgress =>
  omitUndefined(parseRow('statement job', progressRow, row));

export const progressItem = (owner: string, progress: StatementProgress) => ({
  ...statementKeys.statementJob(owner),
  entity: 'statement-job',
  ...progress,
});
