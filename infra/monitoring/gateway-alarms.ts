import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  breakerMetricNames,
  type ChargeEnd,
  chargeMetricNames,
  GATEWAYS_SERVICE,
  gateBreakerMetricNames,
  OLDEST_IN_DOUBT_SECONDS,
  UNUSABLE_GATE_ANSWERS,
} from '../../shared/observability/gateway-metrics.ts';
import { pascalCase } from '../functions/all-functions.ts';
import type { AlarmSpec } from './alarm-specs.ts';

const MINUTES = { one: Duration.minutes(1), five: Duration.minutes(5), fifteen: Duration.minutes(15) };

/** `bank.example:8443` becomes `BankExample8443`: logical ids have letters and digits alone. */
const idOfHost = (host: string): string => pascalCase(host.toLowerCase().replace(/[^a-z0-9]+/g, '-'));

/** A metric of one gateway. */
export const gatewayMetric = (
  { stage, gateway }: { readonly stage: string; readonly gateway: string },
  metricName: string,
  { statistic, period }: { readonly statistic: string; readonly period: Duration },
): IMetric =>
  new Metric({
    namespace: 'PaymentLink',
    metricName,
    dimensionsMap: { service: GATEWAYS_SERVICE, stage, gateway },
    statistic,
    period,
  });

interface Gateway {
  readonly stage: string;
  readonly gateway: string;
}

const sums = (of: Gateway, names: Readonly<Record<string, string>>, period: Duration): Record<string, IMetric> =>
  Object.fromEntries(
    Object.entries(names).map(([id, name]) => [id, gatewayMetric(of, name, { statistic: 'Sum', period })]),
  );

/** A metric that was not printed has no data, and a sum with it would have none either. */
const filled = (ids: readonly string[]): string => ids.map((id) => `FILL(${id}, 0)`).join(' + ');

/** Ends of charges by the letters that expressions name them with. */
const ENDS: Readonly<Record<ChargeEnd, string>> = {
  approved: 'approved',
  unknown: 'unknown',
  'card-details': 'details',
  issuer: 'issuer',
  fraud: 'fraud',
  'three-d': 'threed',
  bank: 'bank',
};
const ALL_ENDS = Object.fromEntries(Object.entries(ENDS).map(([end, id]) => [id, chargeMetricNames[end as ChargeEnd]]));

/** Percent of the charges of a gateway that were not approved; 0 while there are too few to say. */
export const refusedShare = (of: Gateway, period: Duration): IMetric =>
  new MathExpression({
    expression: `IF(${filled(Object.keys(ALL_ENDS))} >= 20, 100 - 100 * FILL(approved, 0) / (${filled(Object.keys(ALL_ENDS))}), 0)`,
    label: `${of.gateway}: % not approved`,
    usingMetrics: sums(of, ALL_ENDS, period),
    period,
  });

const alarmsOf = (of: Gateway): AlarmSpec[] => {
  const { gateway } = of;
  const host = idOfHost(gateway);
  const sumOf = (names: Readonly<Record<string, string>>): IMetric =>
    new MathExpression({
      expression: filled(Object.keys(names)),
      usingMetrics: sums(of, names, MINUTES.five),
      period: MINUTES.five,
    });
  return [
    {
      id: `OldestInDoubt${host}`,
      entry: 'OldestInDoubt',
      description: `A charge at ${gateway} has been in doubt for more than an hour`,
      metric: gatewayMetric(of, OLDEST_IN_DOUBT_SECONDS, { statistic: 'Maximum', period: MINUTES.five }),
      threshold: 3_600,
      // After some hours the bank is asked once an hour alone: the alarm lasts from one question to the next.
      datapoints: 1,
      periods: 15,
    },
    {
      id: `ApprovalsFew${host}`,
      entry: 'ApprovalsFew',
      description: `Less than half of the charges at ${gateway} are approved, for half an hour`,
      metric: refusedShare(of, MINUTES.fifteen),
      threshold: 50,
      periods: 2,
    },
    {
      id: `BankDeclines${host}`,
      entry: 'BankDeclines',
      description: `${gateway} declines for reasons of its own, of the line or of the virtual POS`,
      metric: sumOf({ bank: chargeMetricNames.bank }),
      threshold: 5,
      periods: 2,
    },
    {
      id: `CardTesting${host}`,
      entry: 'CardTesting',
      description: `More than 50 cards were refused at ${gateway} in five minutes for wrong details or as stolen`,
      metric: sumOf({ details: chargeMetricNames['card-details'], fraud: chargeMetricNames.fraud }),
      threshold: 50,
      periods: 1,
    },
    {
      id: `BreakerOpened${host}`,
      entry: 'BreakerOpened',
      description: `New charges at ${gateway} are refused, because it does not answer`,
      metric: gatewayMetric(of, breakerMetricNames.opened, { statistic: 'Sum', period: MINUTES.one }),
      threshold: 0,
      periods: 1,
    },
    {
      id: `GateBreakerOpened${host}`,
      entry: 'GateBreakerOpened',
      description: `Stored cards cannot pay with 3D at ${gateway}, because its gate does not answer`,
      metric: gatewayMetric(of, gateBreakerMetricNames.opened, { statistic: 'Sum', period: MINUTES.one }),
      threshold: 0,
      periods: 1,
    },
    {
      id: `UnusableGateAnswers${host}`,
      entry: 'UnusableGateAnswers',
      description: `The gate of ${gateway} answers stored cards with pages that cannot be passed on`,
      metric: gatewayMetric(of, UNUSABLE_GATE_ANSWERS, { statistic: 'Sum', period: MINUTES.five }),
      threshold: 0,
      periods: 1,
    },
  ];
};

/** Alarms on each bank's gateway that the stage names. */
export const gatewayAlarms = (stage: string, gatewayHosts: readonly string[]): AlarmSpec[] =>
  gatewayHosts.flatMap((gateway) => alarmsOf({ stage, gateway }));
