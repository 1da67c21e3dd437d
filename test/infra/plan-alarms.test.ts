import { describe, expect, test } from 'vitest';
import { tryMetricNames } from '../../shared/observability/plan-metrics.ts';
import { alarms, planPrints, watchedBy } from './printed-metrics.ts';

const alarmOf = (id: string) => alarms.find((one) => one.id === id) ?? expect.unreachable(`no alarm ${id}`);

describe('Alarms on recurring sales', () => {
  test('an hour of a slot that is over for a due plan rings: another one is left', () => {
    expect(alarmOf('PlansOverdue')).toMatchObject({ Threshold: 3_600, Statistic: 'Maximum', EvaluationPeriods: 3 });
  });

  test('a fifth of the tries without a charge rings, where no card was at fault: every end counts, and fewer than 20 say nothing', () => {
    const alarm = alarmOf('PlanTriesRefused');
    expect(alarm.Threshold).toBe(20);
    expect(watchedBy(alarm).map(({ metric }) => metric.split(' ')[1])).toEqual(Object.values(tryMetricNames));
    const all = 'FILL(paid, 0) + FILL(declined, 0) + FILL(refused, 0) + FILL(other, 0)';
    expect(alarm.Metrics.find((one) => one.Expression !== undefined)?.Expression).toBe(
      `IF(${all} >= 20, 100 * FILL(refused, 0) / (${all}), 0)`,
    );
  });

  test.each([
    ['refused', ['virtual-pos', 'bank', 'permission', 'request-refused']],
    ['other', ['card-used-up', 'no-card', 'card-damaged', 'limit', 'request-not-paid']],
    ['paid', ['paid']],
    ['declined', ['declined']],
  ] as const)('a try counts as %s where it ends as one of %j', (tryClass, ends) => {
    for (const end of ends) {
      expect(planPrints({}, { [end]: 1 }).map(({ metric, value }) => [metric.split(' ')[1], value])).toEqual([
        [tryMetricNames[tryClass], 1],
      ]);
    }
  });
});
