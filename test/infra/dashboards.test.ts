import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { reconcileMetricNames } from '../../shared/observability/log.ts';
import { alarms, allPrinted, filtered, GATEWAY, identity, isOurs, templates, watchedBy } from './printed-metrics.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const bodySchema = z.object({
  widgets: z.array(
    z.object({
      type: z.string(),
      x: z.number(),
      width: z.number(),
      properties: z.looseObject({
        title: z.string().optional(),
        metrics: z.array(z.array(z.unknown())).default([]),
        alarms: z.array(z.string()).default([]),
      }),
    }),
  ),
});

const dashboardsOf = (of: typeof templates) =>
  of.resources('AWS::CloudWatch::Dashboard').map(({ properties }) => ({
    name: String(properties.DashboardName),
    ...bodySchema.parse(JSON.parse(String(properties.DashboardBody))),
  }));

/** The metrics of a widget: namespace, name, then names and values of dimensions in turn, then how it is drawn. */
const metricsIn = (row: readonly unknown[]): string[] => {
  const [Namespace, MetricName, ...rest] = row.filter((one): one is string => typeof one === 'string');
  // A row that is an expression holds no metric of its own: what it is made of stands in rows too.
  if (Namespace === undefined || MetricName === undefined) return [];
  const Dimensions = rest.flatMap((Name, index) => (index % 2 === 0 ? [{ Name, Value: rest[index + 1] ?? '' }] : []));
  return [identity({ Namespace, MetricName, Dimensions })];
};

const shownBy = (of: typeof templates): string[] =>
  dashboardsOf(of).flatMap(({ widgets }) => widgets.flatMap(({ properties }) => properties.metrics.flatMap(metricsIn)));

/** What AWS publishes of these services, with its dimensions. */
const PUBLISHED = [
  /^AWS\/ApiGateway (?:Count|4xx|5xx) \{ApiId=\S+\}$/,
  /^AWS\/Lambda (?:ConcurrentExecutions|Throttles|Errors) \{\}$/,
  /^AWS\/DynamoDB (?:ConsumedReadCapacityUnits|ConsumedWriteCapacityUnits) \{TableName=\S+\}$/,
  /^AWS\/DynamoDB (?:ReadThrottleEvents|WriteThrottleEvents|TransactionConflict) \{TableName=\S+\}$/,
];

describe('The dashboards', () => {
  test('are one for money and one for the machine', () => {
    expect(dashboardsOf(templates).map(({ name }) => name)).toEqual([
      'payment-link-production-money',
      'payment-link-production-machine',
    ]);
  });

  test('show only metrics that a run prints or that AWS publishes', () => {
    const printed = new Set([...allPrinted().map(({ metric }) => metric), ...filtered]);
    const shown = shownBy(templates);
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter((one) => isOurs(one) && !printed.has(one))).toEqual([]);
    expect(shown.filter((one) => !isOurs(one) && !PUBLISHED.some((metric) => metric.test(one)))).toEqual([]);
  });

  test('show each gateway by itself, and go without where the stage names none', () => {
    expect(shownBy(templates).filter((one) => one.includes(`gateway=${GATEWAY} `)).length).toBeGreaterThan(10);
    const none = shownBy(templatesOf(settingsOf('production')));
    expect(none.filter((one) => one.includes('gateway='))).toEqual([]);
    expect(none.join()).toContain(reconcileMetricNames.stuck);
  });

  test('show the alarms but those of releases, as many as one widget takes', () => {
    const listed = dashboardsOf(templates).flatMap(({ widgets }) =>
      widgets.flatMap(({ properties }) => properties.alarms),
    );
    const ofReleases = alarms.filter(({ AlarmDescription }) => /Runbook: Gradual/.test(AlarmDescription));
    expect(listed).toHaveLength(alarms.length - ofReleases.length);
    expect(listed.length).toBeLessThanOrEqual(100);
  });

  test('tell which function failed or was throttled, which one alarm over all of them cannot', () => {
    const drawn = JSON.stringify(dashboardsOf(templates).map(({ widgets }) => widgets));
    for (const name of ['Errors', 'Throttles']) {
      expect(drawn).toContain(`{AWS/Lambda,FunctionName} MetricName=\\"${name}\\" payment-link-production`);
    }
  });

  test('or an alarm read every metric that a run prints: one that nobody reads is paid for all the same', () => {
    const read = new Set([...shownBy(templates), ...alarms.flatMap(watchedBy).map(({ metric }) => metric)]);
    const unread = allPrinted().filter(({ metric }) => !read.has(metric));
    expect(unread.map(({ metric }) => metric)).toEqual([]);
  });
});
