import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { askingSinceMs } from '../../../shared/domain/attempt/timing.ts';
import type { OldestInDoubt } from '../../../shared/observability/log.ts';
import type { DueRow } from '../../../shared/ports/attempts.ts';

/** True of a charge that is still in doubt after the bank was asked about it. */
export const isInDoubt = (
  { kind }: Pick<DueRow, 'kind'>,
  outcome: { readonly kind: string; readonly state?: string },
): boolean =>
  kind === 'attempt' &&
  outcome.kind === 'rescheduled' &&
  (outcome.state === 'charging' || outcome.state === 'in-doubt');

/** Since when the oldest attempt in doubt of each gateway is asked about, among those that one run looked at. */
export class OldestDoubts {
  readonly #sinceMs = new Map<string, number>();

  note(gateway: string, attempt: Pick<Attempt, 'startedAtMs' | 'lastCallAtMs'>): void {
    const sinceMs = askingSinceMs(attempt);
    this.#sinceMs.set(gateway, Math.min(sinceMs, this.#sinceMs.get(gateway) ?? sinceMs));
  }

  ages(nowMs: number): readonly OldestInDoubt[] {
    return [...this.#sinceMs].map(([gateway, sinceMs]) => ({ gateway, ageMs: nowMs - sinceMs }));
  }
}
