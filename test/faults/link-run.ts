import { complete3D } from '../../functions/complete-3d/complete-3d.ts';
import { settleInDoubt } from '../../functions/settle-in-doubt/settle-in-doubt.ts';
import { showPaymentPage } from '../../functions/show-payment-page/show-payment-page.ts';
import { type Posted, type StartOutcome, startPayment } from '../../functions/start-payment/start-payment.ts';
import { dynamoAttempts } from '../../shared/adapters/dynamodb/attempts.ts';
import { keys } from '../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit-usage.ts';
import { dynamoLinkClosing } from '../../shared/adapters/dynamodb/link-closing.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment-requests.ts';
import { readAttemptRow } from '../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { linkItem, readLinkRow } from '../../shared/adapters/dynamodb/rows/payment-request-row.ts';
import { dynamoStageBrake } from '../../shared/adapters/dynamodb/stage-brake.ts';
import type { Table } from '../../shared/adapters/dynamodb/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/writes.ts';
import { type Attempt, isFinal, isQueued } from '../../shared/domain/attempt.ts';
import { quotesFor } from '../../shared/domain/installment-quotes.ts';
import { minor } from '../../shared/domain/money.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../shared/domain/payment-request.ts';
import { FakeClock } from '../fakes/clock.ts';
import { dealerWith } from '../support/dealers.ts';
import { MemoryTable } from '../support/memory-table.ts';
import { linkWith } from '../support/records.ts';
import { posWith, termsWith } from '../support/virtual-pos.ts';
import { FakeBank } from './fake-bank.ts';
import { Process, Processes, type ProcessOptions } from './processes.ts';
import { Seeded } from './seeded.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FUNCTION_LIFE_MS = 28_000;
const SETTLE_LIFE_MS = 55_000;
const AMOUNT = 10_000;
const MAX_SETTLE_RUNS = 600;
const BASE_URL = 'https://pay.example';

const TABLE_METHODS = ['get', 'getMany', 'query', 'due', 'transact'] as const satisfies readonly (keyof Table)[];
const BANK_METHODS = ['charge', 'provision', 'inquire', 'followUp'] as const satisfies readonly (keyof FakeBank)[];

/** What a seed's run met, for the sum of all of them. */
export interface LinkRunReport {
  readonly attempts: number;
  readonly charges: number;
  readonly faults: number;
  readonly kills: number;
  readonly states: readonly string[];
  readonly linkState: string;
}

type Action = 'pay' | 'pay-without-3d' | 'callback' | 'callback-failed' | 'view' | 'retry' | 'give-up' | 'settle';

const ACTIONS: readonly Action[] = [
  'pay',
  'pay-without-3d',
  'pay-without-3d',
  'callback',
  'callback',
  'callback-failed',
  'view',
  'retry',
  'retry',
  'retry',
  'settle',
  'settle',
];

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One link, driven by a seed through everything a payer, a bank, a crash and the sweeper may do to it. */
export class LinkRun {
  readonly seeded: Seeded;
  readonly clock: FakeClock;
  readonly store = new MemoryTable();
  readonly bank: FakeBank;
  readonly processes: Processes;
  readonly #link: PaymentRequest;
  readonly #dealer = dealerWith({
    dealerCode: 'D1',
    limits: { TL: { values: { daily: minor(AMOUNT * 3), monthly: minor(AMOUNT * 90), shards: 2 } } },
  });
  readonly #pos = posWith({ noRecordHorizonHours: 24 });
  readonly #references: string[] = [];
  readonly #orderOf = new Map<string, string>();
  readonly #told = new Map<string, Attempt['told']>();
  #unexpected = 0;
  #linkWas: PaymentRequest['state'] = 'open';

  constructor(seed: number) {
    this.seeded = new Seeded(seed);
    this.clock = new FakeClock(Date.UTC(2026, 0, 15) + this.seeded.below(24 * HOUR_MS));
    this.bank = new FakeBank(this.seeded, this.clock);
    this.processes = new Processes(this.seeded, this.clock);
    const nowMs = this.clock.now();
    const terms = termsWith({
      amount: minor(AMOUNT),
      installments: { by: 'dealer', count: 1 },
      threeDMandatory: false,
      preAuthorisation: this.seeded.chance(0.15),
    });
    this.#link = linkWith({
      token: this.seeded.token(),
      userPosPaymentId: 7,
      dealerCode: 'D1',
      terms,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + (this.seeded.chance(0.2) ? 3 : 300) * HOUR_MS,
      progress: { ...NO_PROGRESS, attempts: this.seeded.chance(0.2) ? 16 + this.seeded.below(4) : 0 },
    });
  }

  #works(action: Action, options: ProcessOptions) {
    const process = new Process(this.processes, options);
    const table = process.using<Table>(this.store, TABLE_METHODS, true);
    const bank = process.using(this.bank, BANK_METHODS);
    const shared = {
      attempts: dynamoAttempts(table),
      paymentRequests: dynamoPaymentRequests(table),
      limitUsage: dynamoLimitUsage(table),
      brake: dynamoStageBrake({ store: table, tableName: 'faults', clock: this.clock, lifeMs: 0 }),
      dealerOf: async () => this.#dealer,
      opener: { open: async () => 'secret' },
      randomness: this.seeded,
      clock: this.clock,
      baseUrl: BASE_URL,
    };
    return { process, work: () => this.#perform(action, { ...shared, bank, table }) };
  }

  async #perform(
    action: Action,
    {
      table,
      bank,
      ...shared
    }: { table: Table; bank: FakeBank } & Omit<
      Parameters<typeof startPayment>[0],
      'bank' | 'links' | 'posDirectory' | 'bins' | 'cards' | 'sandbox'
    >,
  ): Promise<unknown> {
    if (action === 'settle') {
      const settle = settleInDoubt({ ...shared, bank, log: silent, metrics: { settled: () => undefined } });
      const { unexpectedCharges, failed } = await settle({ deadlineMs: this.clock.now() + SETTLE_LIFE_MS });
      this.#unexpected += unexpectedCharges;
      if (failed > 0 && !this.bank.atFault) throw new Error('the sweeper failed on a row');
      return undefined;
    }
    if (action === 'view') {
      const frame = { language: 'en', serviceName: 'Test' } as const;
      const parameters = { token: this.#link.token };
      return showPaymentPage(shared)({ parameters, frame, posted: undefined, sourceAddress: '203.0.113.7' });
    }
    if (action === 'callback' || action === 'callback-failed') {
      const reference = this.#references[this.seeded.below(this.#references.length)] ?? this.seeded.token();
      const posted = [
        ['oid', this.#orderOf.get(reference) ?? ''],
        ['mdStatus', action === 'callback' ? '1' : '0'],
      ] as const;
      return complete3D({ ...shared, pos: bank })({ reference, posted });
    }
    const start = startPayment({
      ...shared,
      bank,
      links: dynamoLinkClosing(table),
      posDirectory: { ofDealer: async () => [this.#pos] },
      bins: { find: async () => undefined },
      cards: { hash: async () => 'card' },
      sandbox: true,
    });
    return this.#post(start, action);
  }

  async #post(start: ReturnType<typeof startPayment>, action: Action): Promise<void> {
    const [quote] = quotesFor({ terms: this.#link.terms, pos: this.#pos });
    const card = { number: '4111111111111111', expiryMonth: '09', expiryYear: '2031', cvc: '123', holderName: 'E Y' };
    const posted: Posted =
      action === 'retry' || action === 'give-up'
        ? { action }
        : { action: 'pay', card, choice: quote, withoutThreeD: action === 'pay-without-3d' };
    const address = '203.0.113.7';
    const call = {
      token: this.#link.token,
      posted,
      payerAddress: address,
      addressScope: address,
      language: 'tr',
    } as const;
    this.#keep(await start(call));
  }

  #keep(outcome: StartOutcome): void {
    if (outcome.kind !== 'hand-over') return;
    const fields = new Map(outcome.form.fields);
    const reference = fields.get('okUrl')?.split('/').at(-1) ?? '';
    this.#references.push(reference);
    this.#orderOf.set(reference, fields.get('oid') ?? '');
  }

  #options(action: Action): ProcessOptions {
    const { seeded } = this;
    const kill = seeded.chance(0.25)
      ? { call: seeded.below(10), when: seeded.pick(['before', 'after'] as const) }
      : undefined;
    const settles = action === 'settle';
    // One machine ends nothing at its time-out: there the instance lives on, however late it wakes.
    const freezes = seeded.chance(0.3);
    const lifeMs = freezes ? Number.POSITIVE_INFINITY : settles ? SETTLE_LIFE_MS : FUNCTION_LIFE_MS;
    return { kill, lifeMs, storeFaults: 0.02, freezes };
  }

  attempts(): readonly Attempt[] {
    return this.store.rows().flatMap((row) => (row.entity === 'attempt' ? [readAttemptRow(row)] : []));
  }

  async link(): Promise<PaymentRequest> {
    return readLinkRow(await this.store.get(keys.link(this.#link.token)));
  }

  /** What was told once is never unsaid (rule 1). */
  async #keepsItsWord(): Promise<void> {
    const { state } = await this.link();
    if (this.#linkWas !== 'open' && state !== this.#linkWas) throw new Error(`a ${this.#linkWas} link became ${state}`);
    this.#linkWas = state;
    for (const { reference, told } of this.attempts()) {
      const before = this.#told.get(reference) ?? 'nobody';
      if (before !== 'nobody' && told !== before) throw new Error(`told ${before}, then ${told}`);
      this.#told.set(reference, told);
    }
  }

  /** Mostly what leads on from here: a callback for who is at the bank, another try for who waits. */
  async #nextAction(): Promise<Action> {
    const { seeded } = this;
    if (seeded.chance(0.03)) return 'give-up';
    if (seeded.chance(0.4)) return seeded.pick(ACTIONS);
    const { progress } = await this.link();
    if (progress.slot !== undefined) return seeded.pick(['retry', 'settle', 'view']);
    const authenticating = this.attempts().some(({ state }) => state === 'authenticating');
    return authenticating ? 'callback' : seeded.pick(['pay', 'pay-without-3d']);
  }

  async #act(): Promise<void> {
    const { seeded } = this;
    const action = await this.#nextAction();
    // A double click, a second tab, a callback sent twice, two sweepers: up to three at once.
    const others = seeded.chance(0.35) ? [seeded.pick([action, ...ACTIONS])] : [];
    if (others.length > 0 && seeded.chance(0.3)) others.push(seeded.pick(ACTIONS));
    await this.processes.run([action, ...others].map((one) => this.#works(one, this.#options(one))));
    await this.#keepsItsWord();
    const pauses = [
      0,
      0,
      1000,
      20_000,
      90_000,
      4 * MINUTE_MS,
      4 * MINUTE_MS,
      11 * MINUTE_MS,
      16 * MINUTE_MS,
      5 * HOUR_MS,
    ];
    this.clock.advance(seeded.pick(pauses) + seeded.below(1000));
  }

  /** Faults are over; the sweeper runs whenever something is due, until nothing is. */
  async #settle(): Promise<void> {
    this.bank.atFault = false;
    for (let run = 0; run < MAX_SETTLE_RUNS; run += 1) {
      const open = this.attempts().filter((one) => isQueued(one) && one.state !== 'stuck');
      if (open.length === 0) return;
      const next = Math.min(...open.map(({ dueAtMs }) => dueAtMs));
      this.clock.advance(Math.max(0, next - this.clock.now()) + 30_000);
      const calm = { lifeMs: SETTLE_LIFE_MS, storeFaults: 0, freezes: false };
      await this.processes.run([this.#works('settle', calm)]);
      await this.#keepsItsWord();
    }
    throw new Error(
      `still open: ${this.attempts()
        .map(({ state, told }) => `${state}/${told}`)
        .join(', ')}`,
    );
  }

  /** A link that was tried before, to come near its last attempt (rule 33). */
  async #setAttempts(attempts: number): Promise<void> {
    const set = { expression: 'SET #attempts = :n', names: { '#attempts': 'attempts' }, values: { ':n': attempts } };
    await this.store.transact([{ update: keys.link(this.#link.token), set }]);
  }

  async run(): Promise<LinkRunReport> {
    await this.store.transact([{ put: linkItem({ ...this.#link, progress: NO_PROGRESS }) }]);
    await this.#setAttempts(this.#link.progress.attempts);
    this.store.watch = neverUnsays;
    const actions = 3 + this.seeded.below(12);
    for (let action = 0; action < actions; action += 1) await this.#act();
    await this.#settle();
    const link = await this.link();
    const attempts = this.attempts();
    demand(this.#unexpected === 0 || this.bank.veryLate, 'a charge was found that nobody expected');
    checkInvariants({ link, attempts, bank: this.bank, store: this.store });
    return {
      attempts: attempts.length,
      charges: this.bank.books.size,
      faults: this.bank.faults,
      kills: this.processes.kills,
      states: attempts.map(({ state }) => state),
      linkState: link.state,
    };
  }
}

/** What was told is never unsaid, nothing leaves a final state but to be taken back, and no write is lost (rules 1, 2). */
const neverUnsays = (before: Row, after: Row): void => {
  if (before.entity !== 'attempt') return;
  const [was, is] = [readAttemptRow(before), readAttemptRow(after)];
  demand(was.told === 'nobody' || is.told === was.told, `told ${was.told}, then ${is.told}`);
  demand(is.version === was.version + 1, 'a version is not counted up');
  demand(!isFinal(was.state) || is.state === was.state || is.state === 'voiding', `${was.state} became ${is.state}`);
  demand(was.state !== 'approved', 'an approved attempt is touched');
};

interface End {
  readonly link: PaymentRequest;
  readonly attempts: readonly Attempt[];
  readonly bank: FakeBank;
  readonly store: MemoryTable;
}

const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

const checkBudget = ({ attempts, store }: End): void => {
  const approved = attempts
    .filter(({ state }) => state === 'approved')
    .reduce((sum, { terms }) => sum + terms.total, 0);
  // What is stuck stays charged until an operator has taken it back: its budget is not given back before.
  const stuck = attempts.flatMap((one) => (one.state === 'stuck' ? one.receipts : []));
  for (const kind of ['day', 'month']) {
    const held = stuck.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
    const buckets = store.rows().filter((row) => row.kind === kind && row.usedMinor !== undefined);
    const used = buckets.reduce((sum, { usedMinor }) => sum + Number(usedMinor), 0);
    demand(used === approved + held, `the ${kind}'s budget says ${used}, approved are ${approved}, stuck ${held}`);
  }
};

/** The bank's books and ours are equal, and nobody is charged who should not be. */
const checkInvariants = (end: End): void => {
  const { link, attempts, bank } = end;
  const byOrder = new Map(attempts.map((one) => [one.orderId, one]));
  let charges = 0;
  for (const { orderId, state, amount, takeBack } of bank.books.values()) {
    const attempt = byOrder.get(orderId);
    demand(attempt !== undefined, `the bank knows ${orderId}, and we do not`);
    const charged = state === 'captured' || state === 'authorised';
    const stuck = attempt?.state === 'stuck';
    demand(!stuck || takeBack === 'nothing', 'a charge that can be taken back is stuck');
    demand(charged === (attempt?.state === 'approved' || stuck), `the bank says ${state}, we say ${attempt?.state}`);
    demand(!charged || attempt?.terms.total === amount, 'another amount is charged');
    demand(!charged || stuck || attempt?.told === 'paid', `charged and told ${attempt?.told}`);
    if (charged && !stuck) charges += 1;
  }
  const approved = attempts.filter(({ state }) => state === 'approved');
  demand(
    approved.every(({ orderId }) => bank.books.has(orderId)),
    'approved, and the bank knows nothing of it',
  );
  demand(charges <= 1 && approved.length === charges, `${charges} charges, ${approved.length} approved`);
  demand((link.state === 'paid') === (charges === 1), `the link is ${link.state} with ${charges} charges`);
  demand(link.state !== 'paid' || link.progress.result?.orderId === approved[0]?.orderId, 'the result names another');
  demand(link.progress.slot === undefined, 'the slot is still taken');
  checkBudget(end);
};
