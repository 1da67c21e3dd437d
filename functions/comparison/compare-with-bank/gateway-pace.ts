import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { Clock } from '../../../shared/ports/clock.ts';

/** Questions in a row without an answer, after which a gateway is left alone for the rest of a run. */
const UNANSWERED_UNTIL_SILENT = 3;

export interface GatewayPaceOptions {
  readonly clock: Clock;
  readonly perSecond: number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Bounds how often each gateway is asked, over all dealers of a run, and knows which are silent or list no orders. */
export class GatewayPace {
  readonly #options: GatewayPaceOptions;
  readonly #nextMs = new Map<string, number>();
  readonly #unanswered = new Map<string, number>();
  readonly #withoutLists = new Set<GatewayKind>();

  constructor(options: GatewayPaceOptions) {
    this.#options = options;
  }

  isSilent(gateway: string): boolean {
    return (this.#unanswered.get(gateway) ?? 0) >= UNANSWERED_UNTIL_SILENT;
  }

  /** Resolves when the gateway may be asked. */
  async turn(gateway: string): Promise<void> {
    const { clock, perSecond, pause } = this.#options;
    const nowMs = clock.now();
    const atMs = Math.max(nowMs, this.#nextMs.get(gateway) ?? 0);
    this.#nextMs.set(gateway, atMs + 1000 / perSecond);
    if (atMs > nowMs) await pause(atMs - nowMs);
  }

  note(gateway: string, answered: boolean): void {
    this.#unanswered.set(gateway, answered ? 0 : (this.#unanswered.get(gateway) ?? 0) + 1);
  }

  /** Whether gateways of a kind are known to list no orders: no account is opened to hear it again. */
  listsNothing(kind: GatewayKind): boolean {
    return this.#withoutLists.has(kind);
  }

  noteNoList(kind: GatewayKind): void {
    this.#withoutLists.add(kind);
  }
}
