import type { HttpContract } from '../../../shared/http/contract.ts';

/** The deployment needs this: the operator command reaches the function by Invoke alone, so it has no route. */
export const contract = { name: 'reencrypt-cards', routes: [] } as const satisfies HttpContract;

/** The name that the stacks give to a stage's function. */
export const reencryptFunctionName = (stage: string): string => `payment-link-${stage}-reencrypt-cards`;

/** Most cards per call, unless its event gives a smaller number. */
export const MAX_CARDS_PER_CALL = 500;

/** The event that the function is invoked with: one step of a run. */
export interface ReencryptEvent {
  /** A UUID, the same in all steps of a run, so that the run has one audit entry. */
  readonly commandId: string;
  /** The stage that the operator means, which must be the function's own. */
  readonly stage: string;
  readonly limit?: number;
  /** The `next` of the step before; absent in the first step. */
  readonly cursor?: string;
}

/** What one step did. */
export interface ReencryptResult {
  readonly reencrypted: number;
  /** Cards in the list of an old key that are already under the current one, or deleted. */
  readonly upToDate: number;
  /** Cards that could not be decrypted or written. They stay unchanged, and the log says why. */
  readonly failed: number;
  /** Progress of the run: finished shards of the old keys' lists, and their number. */
  readonly shardsDone: number;
  readonly shards: number;
  /** Where the next step continues; absent after the last one. */
  readonly next?: string;
}

export type ReencryptAnswer =
  | { readonly ok: true; readonly result: ReencryptResult }
  | {
      readonly ok: false;
      readonly error: { readonly code: 'InvalidInput' | 'WrongStage' | 'Unexpected'; readonly message: string };
    };
