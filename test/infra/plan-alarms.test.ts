import { describe, expect, test } from 'vitest';
import { tryMetricNames } from '../../shared/observability/plan-metrics.ts';
import { alarms, watchedBy } from './printed-metrics.ts';

const alarmOf = (id: string) => alarms.find((one) => one.id === id) ?? expect.unreachable(`no alarm ${id}`);

describe('Alarms on recurring sales', () => {
  test('an hour of a slot that is over for a due plan rings: another one is left', () => {
    expect(alarmOf('PlansOverdue')).toMatchObject({ Threshold: 3_600, Statistic: 'Maximum', EvaluationPeriods: 3 });
  });

  test('a fifth of the tries without a charge rings: every end counts but that of damaged cards, and fewer than 20 say nothing', () => {
    const alarm = alarmOf('PlanTriesRefused');
    expect(alarm.Threshold).toBe(20);
    // An alarm takes at most ten metrics.
    expect(alarm.Metrics.filter((one) => one.Expression === undefined).length).toBeLessThanOrEqual(10);
    const watched = watchedBy(alarm).map(({ metric }) => metric.split(' ')[1]);
    const { 'card-damaged': rarest, ...counted } = tryMetricNames;
    expect(new Set(watched)).toEqual(new Set(Object.values(counted)));
    expect(watched).not.toContain(rarest);
    const expression = alarm.Metrics.find((one) => one.Expression !== undefined)?.Expression ?? '';
    expect(expression).toContain('>= 20');
    expect(expression).toContain('100 * (FILL(pos, 0) + FILL(permission, 0) + FILL(bank, 0) + FILL(request, 0))');
  });
});
