import { describe, expect, test } from 'vitest';
import { noticeOutcome, webhookOutcome } from '../../../../shared/domain/webhook/webhook-answer.ts';

const answered = (status: number, body = '') => ({ kind: 'answered', status, body }) as const;

describe('An answer to an event', () => {
  test.each([
    [200, 'done'],
    [204, 'done'],
    [299, 'done'],
    [300, 'again'],
    [302, 'again'],
    [400, 'again'],
    [404, 'again'],
    [409, 'again'],
    [410, 'gone'],
    [429, 'again'],
    [500, 'again'],
  ])('%i: %s', (status, kind) => {
    expect(webhookOutcome(answered(status, 'anything'))).toEqual({ kind, detail: `HTTP ${status}` });
  });

  test('no answer is tried again, and says why', () => {
    expect(webhookOutcome({ kind: 'failed', cause: 'time-out' })).toEqual({ kind: 'again', detail: 'time-out' });
    const detail = 'the address must name a host of the public internet';
    expect(webhookOutcome({ kind: 'refused', problem: 'not-public' })).toEqual({ kind: 'again', detail });
  });
});

describe('An answer to a plain notice', () => {
  test.each([
    [200, 'OK', 'done'],
    [200, ' ok\r\n', 'done'],
    [200, '\uFEFFOK', 'done'],
    [200, '', 'again'],
    [200, '<html>OK</html>', 'again'],
    [200, 'NOK', 'again'],
    [201, 'OK', 'again'],
    [302, 'OK', 'again'],
    [410, 'OK', 'again'],
    [500, 'OK', 'again'],
  ])('%i "%s": %s', (status, body, kind) => {
    expect(noticeOutcome(answered(status, body)).kind).toBe(kind);
  });

  test('no answer is tried again', () => {
    expect(noticeOutcome({ kind: 'failed', cause: 'no-tls' })).toEqual({ kind: 'again', detail: 'no-tls' });
  });
});
