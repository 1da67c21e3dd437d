/**
 * The fields that a log line may have, all of them harmless, each given by name. No function logs an object, a request,
 * a row or an error as a whole (rule 29).
 */
export interface LogFields {
  readonly correlationId?: string;
  readonly operation?: string;
  readonly dealerCode?: string;
  readonly code?: string;
  readonly statusCode?: number;
  readonly durationMs?: number;
  readonly replayed?: boolean;
  readonly errorName?: string;
  readonly errorDetail?: string;
  /** Where an unexpected error was thrown: file and line of each frame, never the message. */
  readonly frames?: readonly string[];
  readonly command?: string;
  readonly commandId?: string;
  /** The host of a bank's gateway. */
  readonly gateway?: string;
  /** VirtualPosOrderId: it names a payment and opens nothing. */
  readonly orderId?: string;
  /** Names an event of the outbox. */
  readonly eventId?: string;
}

const fieldNames: readonly (keyof LogFields)[] = [
  'correlationId',
  'operation',
  'dealerCode',
  'code',
  'statusCode',
  'durationMs',
  'replayed',
  'errorName',
  'errorDetail',
  'frames',
  'command',
  'commandId',
  'gateway',
  'orderId',
  'eventId',
];

/** The named fields alone. TypeScript accepts a wider object as LogFields, and its other members must not be logged. */
export const namedFields = (fields: LogFields): LogFields =>
  Object.fromEntries(fieldNames.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));

export interface Log {
  info(event: string, fields: LogFields): void;
  warn(event: string, fields: LogFields): void;
  error(event: string, fields: LogFields): void;
}

/** One answer of an operation, counted by its code. */
export interface AnswerMetrics {
  answered(answer: { readonly operation: string; readonly code: string }): void;
}

/** Name of the metric of messages that the stage's daily budget refused, shared with the alarm that watches it. */
export const MESSAGE_BUDGET_USED_UP = 'MessageBudgetUsedUp';

export interface MessageMetrics {
  /** The stage's sum of the day has no room for an SMS. */
  budgetUsedUp(): void;
}

/** Numbers of one run of the sweeper. */
export interface ReconcileNumbers {
  readonly reconciled: number;
  readonly reschedule: number;
  readonly failed: number;
  readonly unexpectedCharges: number;
  readonly overdue: number;
  readonly contradictions: number;
  /** Pre-authorisations that were closed because nobody captured them. */
  readonly uncapturedClosed: number;
  readonly stuck: number;
  /** Gateways that were skipped, or that answered none of their calls. */
  readonly silentGateways: number;
}

/** Names of the sweeper's metrics, shared by the code that writes them and the alarms that watch them. */
export const reconcileMetricNames = {
  reconciled: 'AttemptsReconciled',
  reschedule: 'AttemptsRescheduled',
  failed: 'AttemptsFailed',
  unexpectedCharges: 'UnexpectedCharges',
  overdue: 'AttemptsOverdue',
  contradictions: 'Contradictions',
  uncapturedClosed: 'UncapturedClosed',
  stuck: 'AttemptsStuck',
  silentGateways: 'SilentGateways',
} as const satisfies Readonly<Record<keyof ReconcileNumbers, string>>;

/** Counts the runs of the sweeper. The heartbeat alarm rings when no count arrives. */
export const RECONCILE_RUNS = 'ReconcileRuns';

export interface ReconcileMetrics {
  reconciled(numbers: ReconcileNumbers): void;
}

/** Numbers of one run of a worker that delivers. */
export interface DeliveryNumbers {
  readonly done: number;
  readonly again: number;
  readonly dead: number;
  readonly refused: number;
}

/** Names of the metrics of deliveries, shared by the code that writes them and the alarms that watch them. */
export const deliveryMetricNames = {
  done: 'DeliveriesDone',
  again: 'DeliveriesAgain',
  dead: 'DeliveriesDead',
  refused: 'DeliveriesRefused',
} as const satisfies Readonly<Record<keyof DeliveryNumbers, string>>;

export interface DeliveryMetrics {
  delivered(numbers: DeliveryNumbers): void;
}

/** Numbers of one run of the outbox's sweep. */
export interface SweepNumbers {
  readonly due: number;
  readonly late: number;
  readonly workers: number;
  readonly expired: number;
  readonly failed: number;
}

export const sweepMetricNames = {
  due: 'OutboxDue',
  late: 'OutboxLate',
  workers: 'OutboxWorkers',
  expired: 'LinksExpired',
  failed: 'OutboxFailed',
} as const satisfies Readonly<Record<keyof SweepNumbers, string>>;

/** Counts the runs of the outbox's sweep. The heartbeat alarm rings when no count arrives. */
export const OUTBOX_SWEEPS = 'OutboxSweeps';

export interface SweepMetrics {
  swept(numbers: SweepNumbers): void;
}

/** Numbers of one run of the job that makes statements. */
export interface StatementNumbers {
  readonly made: number;
  /** Dealers whose statements could not be made. */
  readonly failed: number;
  /** 1 where a night is over and its statements are not all there. */
  readonly late: number;
}

export const statementMetricNames = {
  made: 'StatementsMade',
  failed: 'StatementsFailed',
  late: 'StatementsLate',
} as const satisfies Readonly<Record<keyof StatementNumbers, string>>;

/** Counts the runs of the job that makes statements. The heartbeat alarm rings when no count arrives. */
export const STATEMENT_RUNS = 'StatementRuns';

export interface StatementMetrics {
  ran(numbers: StatementNumbers): void;
}

export const CARDS_NOT_STORED = 'CardsNotStored';

/** Counts cards that payers agreed to store and that could not be stored; their payments succeeded all the same. */
export interface CardMetrics {
  cardNotStored(): void;
}

/** Names of the metrics of breakers, by gateway: one opened, and a charge was refused by one. */
export const BREAKER_OPENED = 'BreakerOpened';
export const BREAKER_REFUSED = 'BreakerRefused';
/** The service that these two are counted under: the same in all functions that charge, so that an alarm adds none up. */
export const BREAKER_SERVICE = 'charging';

export interface BreakerMetrics {
  /** The breaker of a whole gateway opened. */
  opened(gateway: string): void;
  /** A charge was refused, by the breaker of its gateway or of its virtual POS. */
  refused(gateway: string): void;
}

export const ENDPOINTS_FAILING = 'EndpointsFailing';

/** Counts webhook endpoints that have failed for long. */
export interface EndpointMetrics {
  endpointFailing(): void;
}

/** The name of an error's class, the only part of an error that may be shown outside. */
export const errorNameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
