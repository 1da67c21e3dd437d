import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { DEALER_ITSELF } from '../../../shared/domain/statement/movement.ts';
import type { Statement } from '../../../shared/domain/statement/statement.ts';
import { statementDays } from '../../../shared/domain/statement/statement-query.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { wholeNumberIn } from '../../../shared/http/values.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Statements } from '../../../shared/ports/statements.ts';
import type { StatementRequest } from './contract.ts';
import { entryMembers, statementMembers } from './statement-members.ts';

export interface GetStatementsDependencies {
  readonly statements: Pick<Statements, 'ofDays' | 'findById' | 'entriesOf'>;
  readonly clock: Clock;
}

/** Most entries of PaymentList. */
const MOST_ENTRIES = 500;

const noData = (): Refusal => new Refusal('NoDataFound', 'There is no statement that fits the request.');

/** The dealer's own number, as in GetDealer. */
const ownIdOf = ({ dealerCode }: Dealer): number => wholeNumberIn(dealerCode) ?? 0;

/** The account that a request names; undefined where it names none. SubDealerId and AccountingId name the same thing. */
const accountIn = ({ SubDealerId, AccountingId }: StatementRequest, dealer: Dealer): number | undefined => {
  const accounting = AccountingId === ownIdOf(dealer) ? DEALER_ITSELF : AccountingId;
  if (SubDealerId !== undefined && accounting !== undefined && SubDealerId !== accounting) throw noData();
  return SubDealerId ?? accounting;
};

/** One statement with what moved in it. */
const oneStatement = async (
  { statements }: GetStatementsDependencies,
  { dealerCode }: Dealer,
  { statementId, account }: { readonly statementId: number; readonly account: number | undefined },
) => {
  const statement = await statements.findById(dealerCode, statementId);
  if (statement === undefined) throw noData();
  if (account !== undefined && account !== statement.subDealerId) throw noData();
  return { found: [statement], entries: await statements.entriesOf(statement, MOST_ENTRIES + 1) };
};

const listed = async (
  { statements, clock }: GetStatementsDependencies,
  { dealerCode }: Dealer,
  { StatementStartDate: start, StatementEndDate: end }: StatementRequest,
  account: number | undefined,
): Promise<readonly Statement[]> => {
  const days = statementDays({ start, end }, istanbulDayOf(clock.now()));
  if (days.kind === 'refused') throw new Refusal('InvalidRequest', days.sentence);
  const found = await statements.ofDays({ dealerCode, subDealerId: account ?? DEALER_ITSELF }, days);
  if (found.length === 0) throw noData();
  return found;
};

/** Reads statements of the dealer or of one of its sub-dealers (decisions: statements). It reads rows and sums nothing. */
export const getStatements =
  (deps: GetStatementsDependencies): UseCase<StatementRequest> =>
  async ({ dealer, read }) => {
    const request = readValue(read);
    const { StatementId: statementId } = request;
    const account = accountIn(request, dealer);
    const { found, entries } =
      statementId === undefined
        ? { found: await listed(deps, dealer, request, account), entries: [] }
        : await oneStatement(deps, dealer, { statementId, account });
    const today = istanbulDayOf(deps.clock.now());
    const isCut = entries.length > MOST_ENTRIES;
    return {
      data: {
        IsSuccessful: true,
        ResultCode: '',
        ResultMessage: isCut ? `PaymentList holds the first ${MOST_ENTRIES} entries of the statement.` : '',
        ListItemCount: found.length,
        StatementList: found.map((statement) =>
          statementMembers(statement, statement.subDealerId || ownIdOf(dealer), today),
        ),
        PaymentList: entries.slice(0, MOST_ENTRIES).map(entryMembers),
      },
    };
  };
