import { afterEach, expect, test, vi } from 'vitest';
import { powertoolsBreakerMetrics } from '../../../shared/observability/powertools-gateways.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('a breaker that opens, and a charge that it refuses, count by stage and gateway, whatever function prints it (rule 46)', () => {
  const lines: string[] = [];
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'PaymentLink');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'make-direct-payment');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)));
  const metrics = powertoolsBreakerMetrics({ stage: 'production' });
  metrics.opened('one.example');
  metrics.refused('other.example');
  const printed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const service = 'gateways';
  expect(printed).toMatchObject([
    { stage: 'production', service, gateway: 'one.example', BreakerOpened: 1 },
    { stage: 'production', service, gateway: 'other.example', BreakerRefused: 1 },
  ]);
  expect(printed[1]).not.toHaveProperty('BreakerOpened');
});
