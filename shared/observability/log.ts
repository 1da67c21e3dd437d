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
  /** How long an answer waited for a bank, beside its own time. */
  readonly bankMs?: number;
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
  /** Names a reusable link of the dealer. */
  readonly userPosLinkId?: number;
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
  'bankMs',
  'replayed',
  'errorName',
  'errorDetail',
  'frames',
  'command',
  'commandId',
  'gateway',
  'orderId',
  'userPosLinkId',
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

/** One answer of an operation or page: the fields of its line, and its time without that of banks. */
export interface Answer extends LogFields {
  readonly operation: string;
  /** The ResultCode, or the HTTP status of a page. */
  readonly code: string;
  readonly ownMs: number;
}

/** Tells of each answer in one line, `answered`, which the metrics of answers are counted from as well. */
export interface AnswerMetrics {
  answered(answer: Answer): void;
}

/** How an invocation was answered: a few classes instead of every code, since each is a metric to pay for. */
export type AnswerClass = 'succeeded' | 'refused' | 'unexpected';

/**
 * Names of the metrics of answers, shared by the code that writes them and the alarms that watch them. Those that
 * succeeded have none: every answer has its own time, so what is left of the number of times succeeded.
 */
export const answerMetricNames = {
  refused: 'AnswersRefused',
  unexpected: 'AnswersUnexpected',
} as const satisfies Readonly<Record<Exclude<AnswerClass, 'succeeded'>, string>>;

/** Time of our own for an answer, in milliseconds: what the invocation took without its waiting for banks. */
export const OWN_TIME_MS = 'OwnTimeMs';

/** The class of an answer by its ResultCode, or by the HTTP status of a page. `EX` is an unexpected error. */
export const answerClassOf = (code: string): AnswerClass => {
  if (code === 'EX' || /^5\d\d$/.test(code)) return 'unexpected';
  return code === 'Success' || /^[123]\d\d$/.test(code) ? 'succeeded' : 'refused';
};

/** Name of the metric of messages that the stage's daily budget refused, shared with the alarm that watches it. */
export const MESSAGE_BUDGET_USED_UP = 'MessageBudgetUsedUp';

export interface MessageMetrics {
  /** The stage's sum of the day has no room for an SMS. */
  budgetUsedUp(): void;
}

/** Name of the metric of reusable links that near their limit, shared with the alarm that watches it. */
export const LINKS_NEAR_LIMIT = 'ReusableLinksNearLimit';

export interface LinkLoadMetrics {
  /** A link has reached four fifths of the requests that it may have in a minute. */
  linkNearLimit(): void;
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

/** Numbers that only the line of a run tells: no alarm or dashboard reads them, and a metric is paid for. */
export const reconcileFieldNames = {
  uncapturedClosed: 'UncapturedClosed',
} as const satisfies Readonly<Partial<Record<keyof ReconcileNumbers, string>>>;

/** Names of the sweeper's metrics, shared by the code that writes them and the alarms that watch them. */
export const reconcileMetricNames = {
  reconciled: 'AttemptsReconciled',
  reschedule: 'AttemptsRescheduled',
  failed: 'AttemptsFailed',
  unexpectedCharges: 'UnexpectedCharges',
  overdue: 'AttemptsOverdue',
  contradictions: 'Contradictions',
  stuck: 'AttemptsStuck',
  silentGateways: 'SilentGateways',
} as const satisfies Readonly<Record<Exclude<keyof ReconcileNumbers, keyof typeof reconcileFieldNames>, string>>;

/** Counts the runs of the sweeper. The heartbeat alarm rings when no count arrives. */
export const RECONCILE_RUNS = 'ReconcileRuns';

/** The oldest attempt that is still in doubt after its gateway was asked. */
export interface OldestInDoubt {
  /** The host. */
  readonly gateway: string;
  readonly ageMs: number;
}

export interface ReconcileMetrics {
  /** `oldest` has an entry for each gateway with an attempt in doubt. */
  reconciled(numbers: ReconcileNumbers, oldest: readonly OldestInDoubt[]): void;
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

/** Numbers that only the line of a run tells: no alarm or dashboard reads them, and a metric is paid for. */
export const sweepFieldNames = {
  workers: 'OutboxWorkers',
  expired: 'LinksExpired',
} as const satisfies Readonly<Partial<Record<keyof SweepNumbers, string>>>;

export const sweepMetricNames = {
  due: 'OutboxDue',
  late: 'OutboxLate',
  failed: 'OutboxFailed',
} as const satisfies Readonly<Record<Exclude<keyof SweepNumbers, keyof typeof sweepFieldNames>, string>>;

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

/** Numbers that only the line of a run tells: no alarm or dashboard reads them, and a metric is paid for. */
export const statementFieldNames = {
  made: 'StatementsMade',
} as const satisfies Readonly<Partial<Record<keyof StatementNumbers, string>>>;

export const statementMetricNames = {
  failed: 'StatementsFailed',
  late: 'StatementsLate',
} as const satisfies Readonly<Record<Exclude<keyof StatementNumbers, keyof typeof statementFieldNames>, string>>;

/** Counts the runs of the job that makes statements. The heartbeat alarm rings when no count arrives. */
export const STATEMENT_RUNS = 'StatementRuns';

export interface StatementMetrics {
  ran(numbers: StatementNumbers): void;
}

/** Numbers of one run of the job that counts funnels. */
export interface FunnelNumbers {
  /** Requests that were counted, each as often as it was. */
  readonly counted: number;
  /** Dealers whose funnel could not be counted. */
  readonly failed: number;
  /** 1 where a night is over and not all is counted, or where today of a busy dealer is older than it may be. */
  readonly late: number;
}

export const funnelFieldNames = {
  counted: 'FunnelRequestsCounted',
} as const satisfies Readonly<Partial<Record<keyof FunnelNumbers, string>>>;

export const funnelMetricNames = {
  failed: 'FunnelsFailed',
  late: 'FunnelsLate',
} as const satisfies Readonly<Record<Exclude<keyof FunnelNumbers, keyof typeof funnelFieldNames>, string>>;

/** Counts the runs of the job that counts funnels. The heartbeat alarm rings when no count arrives. */
export const FUNNEL_RUNS = 'FunnelRuns';

export interface FunnelMetrics {
  ran(numbers: FunnelNumbers): void;
}

/** Numbers of one run of the comparison with the banks. */
export interface ComparisonNumbers {
  readonly compared: number;
  readonly differences: number;
  /** Orders that the bank does not tell clearly about. */
  readonly unclear: number;
  /** Orders whose gateway was silent until noon. */
  readonly unanswered: number;
  /** Dealers whose day could not be compared. */
  readonly failed: number;
  /** 1 where it is past one in the afternoon, and yesterday is not compared. */
  readonly late: number;
}

/** Numbers that only the line of a run tells: no alarm or dashboard reads them, and a metric is paid for. */
export const comparisonFieldNames = {
  compared: 'OrdersCompared',
  unclear: 'OrdersUnclear',
  unanswered: 'OrdersUnanswered',
  failed: 'ComparisonsFailed',
} as const satisfies Readonly<Partial<Record<keyof ComparisonNumbers, string>>>;

export const comparisonMetricNames = {
  differences: 'DifferencesFound',
  late: 'ComparisonsLate',
} as const satisfies Readonly<Record<Exclude<keyof ComparisonNumbers, keyof typeof comparisonFieldNames>, string>>;

/** Counts the runs of the comparison. The heartbeat alarm rings when no count arrives. */
export const COMPARISON_RUNS = 'ComparisonRuns';

export interface ComparisonMetrics {
  ran(numbers: ComparisonNumbers): void;
}

/** Numbers of one run of the canary: one of them is 1. */
export interface CanaryNumbers {
  readonly passed: number;
  readonly failed: number;
}

export const canaryMetricNames = {
  passed: 'CanaryPassed',
  failed: 'CanaryFailed',
} as const satisfies Readonly<Record<keyof CanaryNumbers, string>>;

/** Milliseconds that a run took, in its line. */
export const CANARY_DURATION = 'CanaryDuration';

export interface CanaryMetrics {
  ran(numbers: CanaryNumbers, durationMs: number): void;
}

export const CARDS_NOT_STORED = 'CardsNotStored';

/** Counts cards that payers agreed to store and that could not be stored; their payments succeeded all the same. */
export interface CardMetrics {
  cardNotStored(): void;
}

/** Counts what breakers do, by gateway (rule 46). */
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
