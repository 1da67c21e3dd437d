import type { HttpContract } from '../../../shared/http/contract.ts';

/** The job that makes statements: no route. A schedule starts it, and operators do by Invoke. */
export const contract = { name: 'make-statements', routes: [] } as const satisfies HttpContract;

/** The name that the stacks give to a stage's function. */
export const makeStatementsFunctionName = (stage: string): string => `payment-link-${stage}-make-statements`;

/** The event of an operator: one step of a run. A schedule's event names no command. */
export interface MakeStatementsEvent {
  /** A UUID, the same in all steps of a run, so that the run has one audit entry. */
  readonly commandId: string;
  /** The stage that the operator means, which must be the function's own. */
  readonly stage: string;
  /** Every dealer when absent. */
  readonly dealerCode?: string;
  /** The last day, `YYYYMMDD`; the latest that is over when absent. Only together with a dealer. */
  readonly day?: string;
}

/** What one step did. */
export interface MakeStatementsResult {
  /** Statements that were written. */
  readonly made: number;
  /** Dealers whose statements could not be made; the log says why. */
  readonly failed: number;
  /** Every statement up to this day is there. */
  readonly doneDay?: string;
  /** False where another step is needed. */
  readonly isDone: boolean;
}

export type MakeStatementsAnswer =
  | { readonly ok: true; readonly result: MakeStatementsResult }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: 'InvalidInput' | 'WrongStage' | 'NotFound' | 'Unexpected';
        readonly message: string;
      };
    };
