import type { Batch } from './dealing.ts';

/** What a worker is told. */
export type ToWorker =
  | { readonly is: 'batch'; readonly batch: Batch }
  | { readonly is: 'assembly'; readonly folder: string }
  | { readonly is: 'assembly-failed'; readonly why: string }
  /** It ends after the life in progress. */
  | { readonly is: 'stop' };

/** A seed that was run to its end. A story comes with a failure only. */
export interface SeedOutcome {
  readonly kind: string;
  readonly seed: number;
  readonly ms: number;
  readonly processorMs: number;
  readonly failure?: { readonly message: string; readonly story?: string };
}

/** What a worker tells. */
export type FromWorker =
  | { readonly is: 'idle' }
  | { readonly is: 'needs-assembly' }
  | { readonly is: 'seed'; readonly outcome: SeedOutcome }
  /** The kind itself cannot begin, such as without its engine. */
  | { readonly is: 'kind-broken'; readonly kind: string; readonly message: string };
