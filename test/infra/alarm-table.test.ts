import { describe, expect, test } from 'vitest';
import type { ChargeEnd } from '../../shared/observability/gateway-metrics.ts';
import {
  alarms,
  answerPrints,
  breakerPrints,
  canaryPrints,
  cardPrints,
  chargePrints,
  comparisonPrints,
  deliverPrints,
  doubtPrints,
  endpointPrints,
  filtered,
  funnelPrints,
  GATEWAY,
  gateBreakerPrints,
  handOutPrints,
  isOurs,
  linkLoadPrints,
  messagePrints,
  OTHER_GATEWAY,
  type Printed,
  planPrints,
  reconcilePrints,
  STORING,
  statementPrints,
  sweepPrints,
  unusablePrints,
  vaultPrints,
  watchedBy,
} from './printed-metrics.ts';

const MINUTE = 60;

/** Rings above a number: in how many periods of how many seconds, by which statistic. Missing data does not ring. */
const above = (threshold: number, statistic: string, seconds = MINUTE, periods = 1, datapoints = periods) =>
  ['above', threshold, statistic, seconds, datapoints, periods, 'notBreaching'] as const;
/** Rings below one, and where data is missing. */
const silence = (statistic: string, seconds: number, periods: number) =>
  ['below', 1, statistic, seconds, periods, periods, 'breaching'] as const;

const ofGateway = (host: string) => ({
  [`OldestInDoubt${host}`]: above(3_600, 'Maximum', 5 * MINUTE, 15, 1),
  [`ApprovalsFew${host}`]: above(50, 'Sum', 15 * MINUTE, 2),
  [`BankDeclines${host}`]: above(5, 'Sum', 5 * MINUTE, 2),
  [`CardTesting${host}`]: above(50, 'Sum', 5 * MINUTE),
  [`BreakerOpened${host}`]: above(0, 'Sum'),
  [`GateBreakerOpened${host}`]: above(0, 'Sum'),
  [`UnusableGateAnswers${host}`]: above(0, 'Sum', 5 * MINUTE),
});

/** When each alarm of a stage with every setting rings. */
const RINGS: Readonly<Record<string, readonly (string | number)[]>> = {
  GradualMoney: above(0, 'Maximum'),
  GradualFailures1: above(0, 'Sum'),
  GradualFailures2: above(0, 'Sum'),
  ApiServerErrors: above(0, 'Sum'),
  UnexpectedAnswers: above(0, 'Sum'),
  OwnTime: above(2_000, 'p99', MINUTE, 5),
  RequestsThrottled: above(20, 'Sum', MINUTE, 3),
  ...ofGateway('PosBankExample'),
  ...ofGateway('SecondExample8443'),
  VaultThrottles: above(0, 'Sum'),
  AccountConcurrency: above(799, 'Maximum', MINUTE, 2),
  FunctionFailures: above(0, 'Sum'),
  FunctionThrottles: above(0, 'Sum'),
  CardsNotStored: above(0, 'Sum'),
  SweeperSilent: silence('Sum', MINUTE, 5),
  AttemptsStuck: above(0, 'Maximum'),
  UnexpectedCharges: above(0, 'Maximum'),
  AttemptsOverdue: above(0, 'Maximum'),
  Contradictions: above(0, 'Maximum'),
  AttemptsFailed: above(0, 'Maximum'),
  // One attempt in doubt is asked about in three of its first ten minutes.
  SilentGateways: above(0, 'Maximum', MINUTE, 10, 3),
  OutboxSilent: silence('Sum', MINUTE, 5),
  DeliveriesDead: above(0, 'Sum'),
  EndpointsFailing: above(0, 'Sum'),
  OutboxLate: above(0, 'Maximum', MINUTE, 5),
  OutboxBacklog: above(1_000, 'Maximum', MINUTE, 10),
  OutboxFailed: above(0, 'Maximum'),
  StatementsSilent: silence('Sum', MINUTE, 5),
  StatementsFailed: above(0, 'Maximum'),
  StatementsLate: above(0, 'Maximum'),
  FunnelsSilent: silence('Sum', 5 * MINUTE, 3),
  FunnelsFailed: above(0, 'Maximum', 5 * MINUTE),
  FunnelsLate: above(0, 'Maximum', 5 * MINUTE, 3),
  HandOutSilent: silence('Sum', MINUTE, 5),
  HandOutsFailed: above(0, 'Maximum', MINUTE, 3),
  PlansOverdue: above(3_600, 'Maximum', MINUTE, 3),
  PlansUnreadable: above(0, 'Sum'),
  PlanTriesRefused: above(20, 'Sum', 15 * MINUTE),
  // Runs are counted by their samples: a run that failed is one.
  CanarySilent: silence('SampleCount', 5 * MINUTE, 3),
  CanaryFailing: above(0, 'Sum', 5 * MINUTE, 3, 2),
  DifferencesFound: above(0, 'Maximum', 5 * MINUTE),
  ComparisonSilent: silence('Sum', 5 * MINUTE, 3),
  ComparisonsLate: above(0, 'Maximum', 5 * MINUTE),
  MessageBudgetUsedUp: above(0, 'Sum'),
  ReusableLinksNearLimit: above(0, 'Sum'),
  SubDealerListsLate: above(5 * MINUTE * 1_000, 'Maximum'),
  TableReadThrottles: above(0, 'Sum'),
  TableWriteThrottles: above(0, 'Sum'),
  TableConflicts: above(300, 'Sum', MINUTE, 5),
  TableSystemErrors: above(0, 'Sum'),
  BackupFailed: above(0, 'Sum', 60 * MINUTE),
  BackupMissing: silence('Sum', 7 * 60 * MINUTE, 5),
};

const told = (alarm: (typeof alarms)[number]): readonly (string | number)[] => {
  const periods = alarm.Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []);
  return [
    alarm.ComparisonOperator.replace(/GreaterThanThreshold/, 'above').replace(/LessThanThreshold/, 'below'),
    alarm.Threshold,
    [...new Set(watchedBy(alarm).map(({ statistic }) => statistic))].join(),
    Number([...new Set(alarm.Period === undefined ? periods : [alarm.Period])].join()),
    alarm.DatapointsToAlarm,
    alarm.EvaluationPeriods,
    alarm.TreatMissingData,
  ];
};

/** What happens in a run, what it prints, and the alarms that its numbers ring for. */
type Incident = [what: string, prints: () => readonly Printed[], ...rings: string[]];

const ofReconcile = (number: string, ...rings: string[]): Incident => [
  `reconcile-payments counts one ${number}`,
  () => reconcilePrints({ [number]: 1 }),
  ...rings,
];
/** What happens the same number of times is printed alike each time. */
const repeated = (printed: readonly Printed[], times: number): readonly Printed[] =>
  Array.from({ length: times }, () => printed).flat();

const ofCharge = (gateway: string, end: ChargeEnd, times: number, ...rings: string[]): Incident => [
  `${times} charges at ${gateway} end as ${end}`,
  () => repeated(chargePrints(gateway, end), times),
  ...rings,
];
const ofComparison = (number: string, ...rings: string[]): Incident => [
  `compare-with-bank counts one ${number}`,
  () => comparisonPrints({ [number]: 1 }),
  ...rings,
];

/** Filters count lines of a log: each metric that one makes, as if there had been a line. */
const ofFilter = (name: string, ...rings: string[]): Incident => [
  `a filter counts for ${name}`,
  () =>
    [...new Set(filtered)]
      .filter((metric) => metric === `PaymentLink ${name} {}`)
      .map((metric) => ({ metric, unit: 'Count', value: 21 })),
  ...rings,
];

/** What happens at a gateway rings the alarms of that one. */
const ofGatewayAlone = (gateway: string, host: string): readonly Incident[] => [
  [`the breaker of ${gateway} opens`, () => breakerPrints(gateway, 'opened'), `BreakerOpened${host}`],
  [`the breaker of ${gateway} refuses`, () => breakerPrints(gateway, 'refused')],
  [
    `the breaker of the gate of ${gateway} opens`,
    () => gateBreakerPrints(gateway, 'opened'),
    `GateBreakerOpened${host}`,
  ],
  [`the breaker of the gate of ${gateway} refuses`, () => gateBreakerPrints(gateway, 'refused')],
  [`the gate of ${gateway} answers unusably`, () => unusablePrints(gateway), `UnusableGateAnswers${host}`],
  [`a doubt at ${gateway} is older than an hour`, () => doubtPrints(gateway, 3_601_000), `OldestInDoubt${host}`],
  [`a doubt at ${gateway} is an hour old`, () => doubtPrints(gateway, 3_600_000)],
  ofCharge(gateway, 'bank', 6, `BankDeclines${host}`),
  ofCharge(gateway, 'bank', 5),
  ofCharge(gateway, 'card-details', 51, `CardTesting${host}`),
  ofCharge(gateway, 'fraud', 51, `CardTesting${host}`),
  ofCharge(gateway, 'fraud', 50),
  ...(['approved', 'unknown', 'issuer', 'three-d'] as const).map((end) => ofCharge(gateway, end, 51)),
];

const INCIDENTS: readonly Incident[] = [
  ofReconcile('stuck', 'AttemptsStuck', 'GradualMoney'),
  ofReconcile('unexpectedCharges', 'UnexpectedCharges', 'GradualMoney'),
  ofReconcile('overdue', 'AttemptsOverdue'),
  ofReconcile('contradictions', 'Contradictions', 'GradualMoney'),
  ofReconcile('failed', 'AttemptsFailed'),
  ofReconcile('silentGateways', 'SilentGateways'),
  ofReconcile('reconciled'),
  ofReconcile('reschedule'),
  ofReconcile('uncapturedClosed'),
  ['sweep-outbox finds 1,001 due', () => sweepPrints({ due: 1_001 }), 'OutboxBacklog'],
  ['sweep-outbox finds 1,000 due', () => sweepPrints({ due: 1_000 })],
  ['sweep-outbox finds one late', () => sweepPrints({ late: 1 }), 'OutboxLate'],
  ['sweep-outbox fails for one', () => sweepPrints({ failed: 1 }), 'OutboxFailed'],
  ['sweep-outbox starts a worker and lets a link expire', () => sweepPrints({ workers: 1, expired: 1 })],
  ['a delivery is given up', () => deliverPrints({ dead: 1 }), 'DeliveriesDead'],
  ['deliveries are done, tried again and refused', () => deliverPrints({ done: 9, again: 9, refused: 9 })],
  ['an endpoint fails for six hours', endpointPrints, 'EndpointsFailing'],
  ['the budget of messages is used up', messagePrints, 'MessageBudgetUsedUp'],
  ['a reusable link nears its limit', linkLoadPrints, 'ReusableLinksNearLimit'],
  ['the statements of a dealer fail', () => statementPrints({ failed: 1 }), 'StatementsFailed'],
  ['the statements of a night are late', () => statementPrints({ late: 1 }), 'StatementsLate'],
  ['statements are made', () => statementPrints({ made: 9 })],
  ['the funnel of a dealer fails', () => funnelPrints({ failed: 1 }), 'FunnelsFailed'],
  ['funnels are late', () => funnelPrints({ late: 1 }), 'FunnelsLate'],
  ['requests are counted', () => funnelPrints({ counted: 9 })],
  ['a batch is not handed out', () => handOutPrints({ failed: 1 }), 'HandOutsFailed'],
  ['plans are due and handed out', () => handOutPrints({ due: 9_000, handedOut: 9_000 }, 3_600_000)],
  ['a plan is due for more than an hour', () => handOutPrints({}, 3_601_000), 'PlansOverdue'],
  ['a plan cannot be read', () => planPrints({ unread: 1 }), 'PlansUnreadable'],
  ['plans fail for good, and are left', () => planPrints({ failed: 1, left: 1 })],
  ['the canary fails', () => canaryPrints({ passed: 0, failed: 1 }), 'CanaryFailing'],
  ['the canary passes', () => canaryPrints({ passed: 1, failed: 0 })],
  ofComparison('differences', 'DifferencesFound'),
  ofComparison('late', 'ComparisonsLate'),
  ofComparison('compared'),
  ofComparison('unclear'),
  ofComparison('unanswered'),
  ofComparison('failed'),
  ['KMS refuses a call as too many', vaultPrints, 'VaultThrottles'],
  ...STORING.map((name): Incident => [`${name} cannot store a card`, () => cardPrints(name), 'CardsNotStored']),
  ['an answer is EX', () => answerPrints('EX'), 'UnexpectedAnswers'],
  ['an answer takes 2,001 ms of our own', () => answerPrints('Success', 2_001), 'OwnTime'],
  ['an answer refuses', () => answerPrints('PaymentDealer.DoDirectPayment.InvalidRequest', 2_000)],
  ...ofGatewayAlone(GATEWAY, 'PosBankExample'),
  ...ofGatewayAlone(OTHER_GATEWAY, 'SecondExample8443'),
  ofFilter('production-failures', 'FunctionFailures'),
  ofFilter('production-failures-of-released', 'FunctionFailures', 'GradualFailures1'),
  ofFilter('production-throttled-requests', 'RequestsThrottled'),
];

/** Alarms on shares: from how many on they say something is told by tests of their own. */
const ON_SHARES = /^(?:ApprovalsFew|PlanTriesRefused)/;

const LOOKS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  Maximum: (values) => Math.max(0, ...values),
  p99: (values) => Math.max(0, ...values),
};

/** Alarms above a threshold that ring if in each of their periods this is printed. */
const rungBy = (printed: readonly Printed[]): readonly string[] =>
  alarms
    .filter(({ id, ComparisonOperator }) => ComparisonOperator === 'GreaterThanThreshold' && !ON_SHARES.test(id))
    .filter((alarm) => {
      const expression = alarm.Metrics.find(({ Expression }) => Expression !== undefined)?.Expression;
      // What is watched together is added up, and a metric without data is 0.
      if (expression !== undefined)
        expect(expression).toMatch(/^FILL\(\w+, 0\)(?: \+ FILL\(\w+, 0\))*$|^\w+(?:\+\w+)*$/);
      const seen = watchedBy(alarm).map(({ metric, statistic }) => {
        const values = printed.filter((one) => one.metric === metric).map(({ value }) => Number(value));
        return LOOKS[statistic]?.(values) ?? Number.NaN;
      });
      return seen.reduce((sum, value) => sum + value, 0) > alarm.Threshold;
    })
    .map(({ id }) => id);

describe('Every alarm of the templates', () => {
  test('rings when this table says, and no other alarm exists', () => {
    expect(Object.fromEntries(alarms.map((alarm) => [alarm.id, told(alarm)]))).toEqual(RINGS);
  });

  test.each<Incident>([...INCIDENTS])('%s', (_what, prints, ...rings) => {
    const printed = prints();
    expect(printed.length).toBeGreaterThan(0);
    expect(rungBy(printed).toSorted()).toEqual(rings.toSorted());
  });

  test('on a metric of ours is rung by one of these incidents, or hears the heartbeat of a run without work', () => {
    const rung = INCIDENTS.flatMap(([, , ...rings]) => rings);
    const heartbeats = [
      ...reconcilePrints(),
      ...sweepPrints(),
      ...statementPrints(),
      ...funnelPrints(),
      ...handOutPrints(),
      ...comparisonPrints(),
      ...canaryPrints({ passed: 1, failed: 0 }),
    ].map(({ metric }) => metric);
    for (const alarm of alarms.filter((one) => watchedBy(one).some(({ metric }) => isOurs(metric)))) {
      const hears = watchedBy(alarm).every(({ metric }) => heartbeats.includes(metric));
      const isHeartbeat = alarm.TreatMissingData === 'breaching';
      expect([alarm.id, isHeartbeat ? hears : rung.includes(alarm.id) || ON_SHARES.test(alarm.id)]).toEqual([
        alarm.id,
        true,
      ]);
    }
  });

  test('hears nothing but heartbeats of runs without work: a metric is paid for in each hour in which it is written', () => {
    const idle = [
      reconcilePrints(),
      sweepPrints(),
      statementPrints(),
      funnelPrints(),
      handOutPrints(),
      comparisonPrints(),
      deliverPrints(),
      planPrints(),
    ].map((prints) => prints.map(({ metric }) => metric.split(' ')[1]));
    expect(idle).toEqual([
      ['ReconcileRuns'],
      ['OutboxSweeps'],
      ['StatementRuns'],
      ['FunnelRuns'],
      ['HandOutRuns'],
      ['ComparisonRuns'],
      [],
      [],
    ]);
    expect(canaryPrints({ passed: 0, failed: 1 })).toContainEqual(
      expect.objectContaining({ metric: expect.stringContaining('CanaryPassed'), value: 0 }),
    );
  });
});
