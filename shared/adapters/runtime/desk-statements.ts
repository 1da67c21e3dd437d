import { dynamoStatementMarks } from '../dynamodb/statement/statement-mark.ts';
import { dynamoStatements } from '../dynamodb/statement/statements.ts';
import type { deskRuntime } from './desk.ts';

/** Statements, as the desk reads them. */
export const deskStatementsRuntime = ({ store, clock }: ReturnType<typeof deskRuntime>) => ({
  statements: dynamoStatements(store),
  marks: dynamoStatementMarks(store),
  clock,
});
