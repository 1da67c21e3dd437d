import { type DayText, dayBefore } from '../../../domain/calendar.ts';
import type { StatementMark } from '../../../domain/statement/statement-days.ts';
import type { StatementMarks } from '../../../ports/statements.ts';
import type { Table } from '../engine/table.ts';
import type { Write } from '../engine/writes.ts';
import { readProgress } from './statement-item.ts';
import { statementKeys } from './statement-keys.ts';

/** The condition that no statement of a dealer's day is begun, as `isBegunBy` says of a mark that was read. */
export const statementsNotBegun = (dealerCode: string, day: DayText): Write => ({
  check: statementKeys.statementJob(dealerCode),
  onlyIf: {
    expression:
      'attribute_not_exists(pk) OR #doneDay < :before OR #doneDay = :before AND attribute_not_exists(#reading)',
    names: { '#doneDay': 'doneDay', '#reading': 'reading' },
    values: { ':before': dayBefore(day) },
  },
});

/** The mark of the nightly job, for those who only ask how far it is. */
export const dynamoStatementMarks = (table: Table): StatementMarks => ({
  of: async (dealerCode): Promise<StatementMark | undefined> => {
    const row = await table.get(statementKeys.statementJob(dealerCode));
    return row === undefined ? undefined : readProgress(row);
  },
});
