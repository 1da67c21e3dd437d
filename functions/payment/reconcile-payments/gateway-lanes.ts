import { rowPace } from './row-pace.ts';

/** Whether the gateway answered while one row was worked on. */
export type BankContact =
  | 'answered'
  /** The gateway was asked, and the outcome of the order is still unknown. */
  | 'unanswered'
  | 'not-asked';

export interface GatewayLanesOptions<Row> {
  /** Works on one row. Never rejects. */
  readonly work: (row: Row) => Promise<BankContact>;
  /** False once the time left is too short for another row. */
  readonly mayBegin: () => boolean;
  /** Rows begun per second, for each gateway. */
  readonly perSecond: number;
  /** True of a run that was handed on: its gateways answered the run before, so none is tried with a few calls first. */
  readonly followsAnswers?: boolean;
  /** Time in ms. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /**
   * Called once when the time is over and rows are left, while the rows that were begun still run. `unfinished`: the
   * gateways of these rows that answer.
   */
  readonly timeIsOver?: (unfinished: readonly string[]) => void;
}

export interface LanesResult {
  /** Gateways that were skipped, or that answered none of their calls. */
  readonly silentGateways: readonly string[];
  /** Rows that were not begun. They stay due. */
  readonly left: number;
}

/**
 * The rate times the duration of a row that needs several calls, such as a reversal: 25 a second at 1.6 s. Less than the
 * client's limit of calls to one virtual POS.
 */
const AT_ONCE_PER_GATEWAY = 40;
/** Most concurrent calls to all gateways, well within the function's memory and sockets. */
const AT_ONCE = 200;
const UNANSWERED_UNTIL_SKIPPED = 3;
/** Most rows that wait in a lane, in seconds of its rate: no run lasts longer. */
const WAITING_SECONDS = 60;

interface Lane<Row> {
  readonly gateway: string;
  readonly waiting: Row[];
  running: number;
  /** How long the next row waits when one begins. */
  readonly pace: (nowMs: number) => number;
  /** The rate allows no other row yet. */
  cooling: boolean;
  answered: boolean;
  unanswered: boolean;
  unansweredInARow: number;
  skipped: boolean;
  /** Rows that were not begun. */
  left: number;
}

/** True of a gateway that answers and has rows left. */
const isUnfinished = ({ skipped, answered, left }: Lane<unknown>): boolean => answered && !skipped && left > 0;

const isSilent = ({ skipped, answered, unanswered }: Lane<unknown>): boolean => skipped || (unanswered && !answered);

/**
 * Shares one run between gateways. Each gateway has a lane with its own rate and number of concurrent calls. Lanes take
 * turns, so no gateway waits for another. A gateway is skipped for the rest of the run after three unknown answers in a
 * row; its rows are then neither read nor written, and stay due.
 */
export class GatewayLanes<Row> {
  readonly #options: GatewayLanesOptions<Row>;
  /** In the order of their turns. */
  readonly #lanes = new Map<string, Lane<Row>>();
  #running = 0;
  #isOver = false;
  #whenIdle: (() => void) | undefined;

  constructor(options: GatewayLanesOptions<Row>) {
    this.#options = options;
  }

  /** Queues a row for its gateway's turn, or counts it as left when this run has no room for it. */
  add(gateway: string, row: Row): void {
    const lane = this.#lanes.get(gateway) ?? this.#opened(gateway);
    if (this.#isFull(lane)) lane.left += 1;
    else lane.waiting.push(row);
    this.#begin();
  }

  /** Whether no row of these gateways can be added: each has as many waiting as a run could begin, or is skipped. */
  areFull(gateways: readonly string[]): boolean {
    return gateways.every((gateway) => {
      const lane = this.#lanes.get(gateway);
      return lane !== undefined && this.#isFull(lane);
    });
  }

  #isFull({ skipped, waiting }: Lane<Row>): boolean {
    return skipped || waiting.length >= WAITING_SECONDS * this.#options.perSecond;
  }

  /** Resolves when no row waits and none is worked on. No row may be added after this call. */
  async finished(): Promise<LanesResult> {
    this.#begin();
    if (!this.#isIdle()) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    const lanes = [...this.#lanes.values()];
    const silentGateways = lanes.filter(isSilent).map(({ gateway }) => gateway);
    return { silentGateways, left: lanes.reduce((sum, { left }) => sum + left, 0) };
  }

  #opened(gateway: string): Lane<Row> {
    const lane: Lane<Row> = {
      gateway,
      waiting: [],
      running: 0,
      pace: rowPace(this.#options.perSecond),
      cooling: false,
      answered: false,
      unanswered: false,
      unansweredInARow: 0,
      skipped: false,
      left: 0,
    };
    this.#lanes.set(gateway, lane);
    return lane;
  }

  #isIdle(): boolean {
    return this.#running === 0 && [...this.#lanes.values()].every(({ waiting }) => waiting.length === 0);
  }

  /** Begins every row that may begin now, one per lane in turn. */
  #begin(): void {
    while (this.#running < AT_ONCE) {
      const lane = [...this.#lanes.values()].find((one) => this.#mayTakeRow(one));
      if (lane === undefined) break;
      if (!this.#options.mayBegin()) {
        this.#timeIsOver();
        break;
      }
      const row = lane.waiting.shift();
      if (row === undefined) break;
      // To the end of the line, so that each lane gets its turn.
      this.#lanes.delete(lane.gateway);
      this.#lanes.set(lane.gateway, lane);
      void this.#run(lane, row);
    }
    if (this.#isIdle()) this.#whenIdle?.();
  }

  #timeIsOver(): void {
    const lanes = [...this.#lanes.values()];
    for (const lane of lanes) this.#empty(lane);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.timeIsOver?.(lanes.filter(isUnfinished).map(({ gateway }) => gateway));
  }

  #mayTakeRow(lane: Lane<Row>): boolean {
    return lane.waiting.length > 0 && !lane.cooling && lane.running < this.#atOnce(lane);
  }

  /**
   * Most concurrent calls to one gateway. Until it has answered, and after an unanswered call, that is only as many as it
   * takes to skip it: a gateway that hangs from the start costs a scheduled run three calls.
   */
  #atOnce({ answered, unansweredInARow }: Lane<Row>): number {
    const answers = (answered || this.#options.followsAnswers === true) && unansweredInARow === 0;
    return answers ? AT_ONCE_PER_GATEWAY : UNANSWERED_UNTIL_SKIPPED - unansweredInARow;
  }

  async #run(lane: Lane<Row>, row: Row): Promise<void> {
    this.#running += 1;
    lane.running += 1;
    void this.#cool(lane);
    const contact = await this.#options.work(row);
    this.#running -= 1;
    lane.running -= 1;
    this.#note(lane, contact);
    this.#begin();
  }

  async #cool(lane: Lane<Row>): Promise<void> {
    lane.cooling = true;
    await this.#options.pause(lane.pace(this.#options.now()));
    lane.cooling = false;
    this.#begin();
  }

  #note(lane: Lane<Row>, contact: BankContact): void {
    if (contact === 'answered') {
      lane.answered = true;
      lane.unansweredInARow = 0;
    } else if (contact === 'unanswered') {
      lane.unanswered = true;
      lane.unansweredInARow += 1;
      if (lane.unansweredInARow < UNANSWERED_UNTIL_SKIPPED) return;
      lane.skipped = true;
      this.#empty(lane);
    }
  }

  #empty(lane: Lane<Row>): void {
    lane.left += lane.waiting.length;
    lane.waiting.length = 0;
  }
}
