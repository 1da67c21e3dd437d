import type { HttpContract } from '../../shared/http/contract.ts';

/** What the deployment needs to know: the operator command reaches this function by Invoke alone, so it has no route. */
export const contract = { name: 'reencrypt-cards', routes: [] } as const satisfies HttpContract;

/** The name that the stacks give to a stage's function. */
export const reencryptFunctionName = (stage: string): string => `payment-link-${stage}-reencrypt-cards`;

/** Cards that one call looks at, where its event does not say less. */
export const MAX_CARDS_PER_CALL = 500;

/** The event that the function is invoked with: one step of a run. */
export interface ReencryptEvent {
  /** A UUID, the same in all steps of a run: the run stands in the audit once. */
  readonly commandId: string;
  /** The stage that the operator means, which must be the function's own. */
  readonly stage: string;
  readonly limit?: number;
  /** The `next` of the step before; absent in the first. */
  readonly cursor?: string;
}

/** What one step did. */
export interface ReencryptResult {
  readonly reencrypted: number;
  /** Cards that were listed under an old key and are under the current one already, or are gone. */
  readonly upToDate: number;
  /** Cards that could not be opened or written; they stay as they are, and the log says why. */
  readonly failed: number;
  /** How far the run has come: shards of the old keys' lists that are done, of so many. */
  readonly shardsDone: number;
  readonly shards: number;
  /** Where the next step goes on; absent when this was the last one. */
  readonly next?: string;
}

export type ReencryptAnswer =
  | { readonly ok: true; readonly result: ReencryptResult }
  | {
      readonly ok: false;
      readonly error: { readonly code: 'InvalidInput' | 'WrongStage' | 'Unexpected'; readonly message: string };
    };
