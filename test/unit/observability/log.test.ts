import { afterEach, describe, expect, test, vi } from 'vitest';
import { framesOf } from '../../../shared/observability/frames.ts';
import { errorNameOf, type LogFields } from '../../../shared/observability/log.ts';
import { powertoolsLog } from '../../../shared/observability/powertools.ts';

afterEach(() => vi.restoreAllMocks());

/** What the production logger writes to the console, as one text. */
const written = (level: 'info' | 'warn' | 'error', fields: LogFields): string => {
  const lines: string[] = [];
  for (const method of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: unknown) => void lines.push(String(line)));
  }
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  powertoolsLog()[level]('answered', fields);
  vi.unstubAllEnvs();
  return lines.join('\n');
};

describe('a log line (rule 29)', () => {
  test.each(['info', 'warn', 'error'] as const)('of level %s holds its event and its named fields', (level) => {
    const line = written(level, { correlationId: 'c-1', code: 'Success', durationMs: 3, frames: ['at x'] });
    expect(JSON.parse(line)).toMatchObject({
      // The alarm on unexpected errors looks for this member.
      level: level.toUpperCase(),
      message: 'answered',
      correlationId: 'c-1',
      code: 'Success',
      durationMs: 3,
      frames: ['at x'],
    });
  });

  test('holds no other member of an object that passes for its fields', () => {
    const wider = { code: 'EX', request: { CardNumber: '4111111111111111' }, error: new Error('row content') };
    const line = written('error', wider);
    expect(line).toContain('EX');
    expect(line).not.toMatch(/4111|row content|request/);
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
