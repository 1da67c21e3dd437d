import { afterEach, describe, expect, test, vi } from 'vitest';
import { framesOf } from '../../../shared/observability/frames.ts';
import { type Answer, answerClassOf, errorNameOf, type LogFields } from '../../../shared/observability/log.ts';
import { powertoolsLog, powertoolsMetrics } from '../../../shared/observability/powertools.ts';

afterEach(() => vi.restoreAllMocks());

/** The output of the production logger, as one text. */
const written = (
  level: 'info' | 'warn' | 'error',
  fields: LogFields,
  environment: Readonly<Record<string, string>> = {},
): string => {
  const lines: string[] = [];
  for (const method of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: unknown) => void lines.push(String(line)));
  }
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  powertoolsLog()[level]('answered', fields);
  vi.unstubAllEnvs();
  return lines.join('\n');
};

describe('a log line (rule 29)', () => {
  test.each(['info', 'warn', 'error'] as const)('of level %s holds its event and its named fields', (level) => {
    const line = written(level, { correlationId: 'c-1', code: 'Success', durationMs: 3, frames: ['at x'] });
    expect(JSON.parse(line)).toMatchObject({
      // The alarm on unexpected errors reads this member.
      level: level.toUpperCase(),
      message: 'answered',
      correlationId: 'c-1',
      code: 'Success',
      durationMs: 3,
      frames: ['at x'],
    });
  });

  test.each([
    ['INFO', ['info', 'warn', 'error']],
    ['WARN', ['warn', 'error']],
    ['ERROR', ['error']],
  ] as const)('is written from the stage’s level %s on, though Lambda lets INFO pass for metrics', (level, printed) => {
    const environment = { POWERTOOLS_LOG_LEVEL: level, AWS_LAMBDA_LOG_LEVEL: 'INFO' };
    const all = ['info', 'warn', 'error'] as const;
    expect(all.filter((one) => written(one, { code: 'EX' }, environment) !== '')).toEqual(printed);
  });

  test('holds no other member of an object that passes for its fields', () => {
    const wider = { code: 'EX', request: { CardNumber: '4111111111111111' }, error: new Error('row content') };
    const line = written('error', wider);
    expect(line).toContain('EX');
    expect(line).not.toMatch(/4111|row content|request/);
  });
});

describe('an answer that is counted', () => {
  /** The lines of answers, as the production metrics write them. */
  const answeredAt = (level: 'INFO' | 'WARN', answers: readonly Answer[]): readonly Record<string, unknown>[] => {
    const lines: Record<string, unknown>[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))));
    vi.stubEnv('POWERTOOLS_DEV', 'true');
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'Test');
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', level);
    const metrics = powertoolsMetrics({ stage: 'sandbox' });
    for (const answer of answers) metrics.answered(answer);
    vi.unstubAllEnvs();
    return lines;
  };
  const METRICS = '_aws';
  const found = { correlationId: 'c-1', operation: 'GetSale', code: 'Success', ownMs: 12, bankMs: 8 };
  const failed = { operation: 'GetCustomer', code: 'EX', ownMs: 3 };

  test('has its class and its own time under the stage alone: each further dimension would cost money', () => {
    const lines = answeredAt('INFO', [found, failed]);
    expect(lines).toMatchObject([
      { stage: 'sandbox', OwnTimeMs: 12 },
      { stage: 'sandbox', AnswersUnexpected: 1, OwnTimeMs: 3 },
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({ _aws: { CloudWatchMetrics: [{ Dimensions: [['service', 'stage']] }] } });
      expect(JSON.stringify(line[METRICS])).not.toMatch(/GetSale|GetCustomer|operation/);
    }
  });

  test('is told in the same line, by its named fields alone', () => {
    const { ownMs: _ownMs, ...fields } = found;
    const wider = { ...found, request: { CardNumber: '4111111111111111' } };
    const [first, second] = answeredAt('INFO', [wider, failed]);
    expect(first).toMatchObject({ message: 'answered', ...fields });
    expect(JSON.stringify(first)).not.toMatch(/4111|request/);
    expect(second).toMatchObject({ message: 'answered', operation: 'GetCustomer', code: 'EX' });
    expect(second).not.toHaveProperty('bankMs');
  });

  test('is counted and not told where the stage logs warnings alone', () => {
    const [line] = answeredAt('WARN', [failed]);
    expect(line).toMatchObject({ AnswersUnexpected: 1, OwnTimeMs: 3 });
    expect(Object.keys(line ?? {}).toSorted()).toEqual(['AnswersUnexpected', 'OwnTimeMs', '_aws', 'service', 'stage']);
  });

  test.each([
    ['Success', 'succeeded'],
    ['EX', 'unexpected'],
    ['PaymentDealer.DoDirectPayment.StillRunning', 'refused'],
    ['200', 'succeeded'],
    ['303', 'succeeded'],
    ['404', 'refused'],
    ['500', 'unexpected'],
  ])('with %s is of the class %s', (code, wanted) => {
    expect(answerClassOf(code)).toBe(wanted);
  });
});

describe('what is said about an error (rule 29)', () => {
  test('its frames are told without its message, even one that looks like a frame', () => {
    const error = new Error('secret\n    at secret (/etc/passwd:1:1)');
    const frames = framesOf(error);
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.length).toBeLessThanOrEqual(12);
    expect(frames.join()).not.toContain('secret');
  });

  test('its name is told, and of a thrown value its type', () => {
    expect(errorNameOf(new RangeError('secret'))).toBe('RangeError');
    expect(errorNameOf('secret')).toBe('string');
    expect(framesOf('secret')).toEqual([]);
  });
});
