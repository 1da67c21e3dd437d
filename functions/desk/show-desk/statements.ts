import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { type DayText, istanbulDayOf, monthOf, monthsUpTo } from '../../../shared/domain/calendar.ts';
import { sumsByCurrency, sumsByMonth } from '../../../shared/domain/desk/statement-sums.ts';
import { DEALER_ITSELF } from '../../../shared/domain/statement/movement.ts';
import type { Statement } from '../../../shared/domain/statement/statement.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { statementPage } from '../../../shared/pages/desk/figures/statement-page.ts';
import { type StatementChoice, statementsPage } from '../../../shared/pages/desk/figures/statements-page.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { OperatorRecords } from '../../../shared/ports/operator-records.ts';
import type { StatementMarks, Statements } from '../../../shared/ports/statements.ts';
import type { PageAsked, ShowDeskPage } from './desk-pages.ts';
import { entriesCsv, statementsCsv } from './statement-tables.ts';

export interface StatementPagesDependencies {
  readonly statements: Pick<Statements, 'ofDays' | 'findById' | 'entriesOf'>;
  readonly marks: StatementMarks;
  readonly subDealers: Pick<OperatorRecords, 'subDealers' | 'subDealer'>;
  readonly clock: Clock;
}

/** Months that can be chosen, and those that are shown by month. */
const MONTHS = 24;
const MONTHS_SHOWN = 12;
/** Sub-dealers that a list offers; of more the page asks for the number. */
const MOST_LISTED = 100;
const PAGE_SIZE = 50;
/** Entries of one statement that a person can leaf through or download. */
const MOST_ENTRIES = 10_000;

/** Ids are 32-bit numbers. */
const WHOLE = /^\d{1,10}$/;
const wholeOf = (text: string | undefined): number | undefined =>
  text !== undefined && WHOLE.test(text) ? Number(text) : undefined;

/** What the query asks for; what it says wrongly is as if it had said nothing. */
const choiceOf = ({ page: { query = {} } }: DeskCall, months: readonly string[]): StatementChoice => ({
  by: query.by === 'month' ? 'month' : 'day',
  month: months.find((one) => one === query.month) ?? months[0] ?? '',
  account: wholeOf(query.account) ?? DEALER_ITSELF,
  currency: undefined,
});

/** First and last day of what is shown, for keys alone: no month has a day behind its 31st. */
const daysOf = (
  { by, month }: StatementChoice,
  today: DayText,
): { readonly from: DayText; readonly until: DayText } => {
  if (by === 'day') return { from: `${month}01`, until: `${month}31` };
  return { from: `${monthsUpTo(monthOf(today), MONTHS_SHOWN)[MONTHS_SHOWN - 1]}01`, until: today };
};

const readChosen = (
  { statements }: StatementPagesDependencies,
  { dealer: { dealerCode } }: DeskCall,
  choice: StatementChoice,
  today: DayText,
): Promise<readonly Statement[]> =>
  statements.ofDays({ dealerCode, subDealerId: choice.account }, daysOf(choice, today));

const showList = async (deps: StatementPagesDependencies, call: DeskCall): Promise<PageAnswer> => {
  const { frame, dealer, page } = call;
  const { dealerCode } = dealer;
  const today = istanbulDayOf(deps.clock.now());
  const months = monthsUpTo(monthOf(today), MONTHS);
  const asked = choiceOf(call, months);
  const isOwn = asked.account === DEALER_ITSELF;
  const [found, mark, listed, subDealer] = await Promise.all([
    readChosen(deps, call, asked, today),
    deps.marks.of(dealerCode),
    deps.subDealers.subDealers(dealerCode, MOST_LISTED),
    isOwn ? undefined : deps.subDealers.subDealer(dealerCode, asked.account),
  ]);
  const sums = sumsByCurrency(found);
  const currency = (sums.find((one) => one.currency === page.query?.currency) ?? sums[0])?.currency;
  const choice = { ...asked, currency };
  return {
    statusCode: 200,
    page: statementsPage({
      frame,
      choice,
      months,
      subDealers: listed.more ? undefined : listed.records,
      accountName: subDealer?.name,
      isAccountKnown: isOwn || subDealer !== undefined,
      madeUntil: mark?.doneDay,
      sums,
      days: found,
      byMonth: asked.by === 'month' && currency !== undefined ? sumsByMonth(found, currency) : [],
    }),
  };
};

const listAsCsv = async (deps: StatementPagesDependencies, call: DeskCall): Promise<PageAnswer> => {
  const today = istanbulDayOf(deps.clock.now());
  const choice: StatementChoice = { ...choiceOf(call, monthsUpTo(monthOf(today), MONTHS)), by: 'day' };
  const { month, account } = choice;
  const { language } = call.frame;
  return statementsCsv(await readChosen(deps, call, choice, today), { language, month, account });
};

const showOne = async (
  deps: StatementPagesDependencies,
  { frame, page, dealer: { dealerCode } }: DeskCall,
  statement: Statement,
): Promise<PageAnswer> => {
  const before = Math.min(wholeOf(page.query?.from) ?? 0, MOST_ENTRIES - PAGE_SIZE);
  const isOwn = statement.subDealerId === DEALER_ITSELF;
  const [entries, subDealer] = await Promise.all([
    deps.statements.entriesOf(statement, before + PAGE_SIZE + 1),
    isOwn ? undefined : deps.subDealers.subDealer(dealerCode, statement.subDealerId),
  ]);
  const shown = entries.slice(before, before + PAGE_SIZE);
  const hasMore = entries.length > before + PAGE_SIZE && before + PAGE_SIZE < MOST_ENTRIES;
  const options = { frame, statement, accountName: subDealer?.name, before, hasMore, pageSize: PAGE_SIZE };
  return { statusCode: 200, page: statementPage({ ...options, entries: shown }) };
};

/** A page of one statement, or its entries as a table; undefined where the dealer has none with this id. */
const showById = async (
  deps: StatementPagesDependencies,
  call: DeskCall,
  { id, view }: PageAsked,
): Promise<PageAnswer | undefined> => {
  const statementId = wholeOf(id);
  if (statementId === undefined || (view !== undefined && view !== 'csv')) return undefined;
  const statement = await deps.statements.findById(call.dealer.dealerCode, statementId);
  if (statement === undefined) return undefined;
  if (view === undefined) return showOne(deps, call, statement);
  const entries = await deps.statements.entriesOf(statement, MOST_ENTRIES + 1);
  const isCut = entries.length > MOST_ENTRIES;
  return entriesCsv(statement, entries.slice(0, MOST_ENTRIES), { language: call.frame.language, isCut });
};

/** Statements by day and month, one with its entries, and both as tables for spreadsheets. It adds up nothing but whole statements. */
export const showStatements =
  (deps: StatementPagesDependencies): ShowDeskPage =>
  async (call, asked) => {
    if (asked.id === undefined) return showList(deps, call);
    if (asked.id === 'csv') return asked.view === undefined ? listAsCsv(deps, call) : undefined;
    return showById(deps, call, asked);
  };
