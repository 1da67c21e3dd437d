import { type GatewayKind, gatewayKinds } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { gatewayOfSeed } from '../run-account.ts';
import type { WantedKind } from './dealing.ts';
import type { Progress } from './progress.ts';

/** What has been done since this run began, by kind. */
type DoneNow = ReadonlyMap<string, number>;

const count = (value: number): string => value.toLocaleString('en');

const openFailures = (progress: Progress, kind: string): number => progress.of(kind).failed.size;

const totalOf = (kinds: readonly WantedKind[], of: (kind: WantedKind) => number): number =>
  kinds.reduce((sum, kind) => sum + of(kind), 0);

const timeOf = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
};

/** How far a run is, and how long it has been at it. */
export interface RunState {
  readonly kinds: readonly WantedKind[];
  readonly progress: Progress;
  readonly doneNow: DoneNow;
  readonly elapsedMs: number;
  readonly cores: number;
  /** Time that is left of `--minutes`. */
  readonly limitMs?: number;
}

/** What is left to do by the times that seeds took; undefined while a kind has none. */
const leftMs = ({ kinds, progress, cores, limitMs = Number.POSITIVE_INFINITY }: RunState): number | undefined => {
  const parts = kinds.map(({ name, wanted }) => {
    const { done, ms } = progress.of(name);
    const left = wanted - done.sizeUpTo(wanted);
    return left === 0 ? 0 : done.size === 0 ? undefined : (left * ms) / done.size;
  });
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return Number.isFinite(limitMs) ? limitMs : undefined;
  return Math.min(limitMs, known.reduce((sum, part) => sum + part, 0) / cores);
};

/** One line: lives done, failed, lives a second, time left, and each kind's part. */
export const progressLine = (run: RunState): string => {
  const { kinds, progress, doneNow, elapsedMs } = run;
  const done = totalOf(kinds, ({ name, wanted }) => progress.of(name).done.sizeUpTo(wanted));
  const failed = totalOf(kinds, ({ name }) => openFailures(progress, name));
  const perSecond = [...doneNow.values()].reduce((sum, one) => sum + one, 0) / Math.max(elapsedMs / 1000, 0.001);
  const left = leftMs(run);
  const parts = kinds.map(({ name, wanted }) => `${name} ${progress.of(name).done.sizeUpTo(wanted)}/${wanted}`);
  const wanted = totalOf(kinds, (kind) => kind.wanted);
  return [
    `${count(done)} of ${count(wanted)} lives, ${failed} failed, ${perSecond.toFixed(1)} a second`,
    left === undefined ? 'time left not known yet' : `${timeOf(left)} left`,
    parts.join(' '),
  ].join(' | ');
};

/** How many of a kind's seeds each kind of gateway had. */
const byGateway = ({ name, drawsGateway = false }: WantedKind, progress: Progress): readonly string[] => {
  const counts = new Map<GatewayKind, number>();
  if (drawsGateway) {
    for (const seed of progress.of(name).done.seeds()) {
      const gateway = gatewayOfSeed(seed);
      counts.set(gateway, (counts.get(gateway) ?? 0) + 1);
    }
  }
  return gatewayKinds.map((gateway) => (drawsGateway ? count(counts.get(gateway) ?? 0) : '-'));
};

/** A table of all kinds: seeds, seeds by gateway, failed seeds, and lives a second of workers' processor time. */
export const endTable = ({ kinds, progress, doneNow }: Pick<RunState, 'kinds' | 'progress' | 'doneNow'>): string => {
  const head = ['kind', 'seeds', ...gatewayKinds, 'wanted', 'in this run', 'failed', 'lives a processor second'];
  const rows = kinds.map((kind) => {
    const { name, wanted } = kind;
    const { done, failed, processorMs } = progress.of(name);
    const rate = processorMs === 0 ? '-' : ((done.size * 1000) / processorMs).toFixed(1);
    return [
      name,
      count(done.size),
      ...byGateway(kind, progress),
      count(wanted),
      count(doneNow.get(name) ?? 0),
      String(failed.size),
      rate,
    ];
  });
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [head, ...rows].map(line).join('\n');
};

/** The list of failing seeds, a line each. */
export const failureLines = ({ kinds, progress }: Pick<RunState, 'kinds' | 'progress'>): readonly string[] =>
  kinds.flatMap(({ name }) =>
    [...progress.of(name).failed.values()]
      .toSorted((one, other) => one.seed - other.seed)
      .map(({ seed, message, again }) => {
        const [first = ''] = message.split('\n');
        const passed = again === 'passed' ? ' (passed when it was run again)' : '';
        return `${name} seed ${seed}: ${first.slice(0, 300)}${passed}`;
      }),
  );

/** Shows progress: one line drawn anew on a terminal, a line a minute elsewhere. */
export class ProgressDisplay {
  readonly #out: NodeJS.WriteStream;
  #toldAtMs: number;
  readonly #everyMs: number;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    this.#everyMs = out.isTTY ? 500 : 60_000;
    this.#toldAtMs = performance.now();
  }

  show(line: () => string): void {
    if (performance.now() - this.#toldAtMs < this.#everyMs) return;
    this.#toldAtMs = performance.now();
    if (this.#out.isTTY) this.#out.write(`\r\u001b[K${line().slice(0, (this.#out.columns ?? 80) - 1)}`);
    else this.#out.write(`${line()}\n`);
  }

  /** A line that stays. */
  say(line: string): void {
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${line}\n` : `${line}\n`);
  }
}
