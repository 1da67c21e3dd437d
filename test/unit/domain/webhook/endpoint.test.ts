import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EventFacts,
  type EventType,
  eventTypes,
  type OutboxEvent,
} from '../../../../shared/domain/outbox/event.ts';
import {
  type EndpointSecret,
  isEventFor,
  markAfter,
  rotateSecret,
  signingSecrets,
  wantedByEndpoints,
} from '../../../../shared/domain/webhook/endpoint.ts';

const HOUR_MS = 3_600_000;

const shop = { endpointId: 'shop', enabled: true, eventTypes: ['link.paid', 'endpoint.failing'] as EventType[] };
const about = (endpointId: string): EventFacts => ({ endpoint: { endpointId } });

describe('An event goes to an endpoint', () => {
  test.each<[string, Partial<typeof shop> | { eventTypes: 'all events' }, OutboxEvent['type'], EventFacts, boolean]>([
    ['that wants it', {}, 'link.paid', {}, true],
    ['that wants others: no', {}, 'link.failed', {}, false],
    ['that wants all', { eventTypes: 'all events' }, 'card.stored', {}, true],
    [
      'that wants all, of a receipt that a payer asked for: no',
      { eventTypes: 'all events' },
      'receipt.asked',
      {},
      false,
    ],
    ['that wants all, of a reminder: no', { eventTypes: 'all events' }, 'link.reminder-due', {}, false],
    ['that is switched off: no', { enabled: false }, 'link.paid', {}, false],
    ['when another one fails', {}, 'endpoint.failing', about('other'), true],
    ['when it fails itself: no', {}, 'endpoint.failing', about('shop'), false],
    ['as a test of it, though it wants others', {}, 'endpoint.test', about('shop'), true],
    ['as a test of another one: no', { eventTypes: 'all events' }, 'endpoint.test', about('other'), false],
    ['as a test, switched off: no', { enabled: false }, 'endpoint.test', about('shop'), false],
  ])('%s', (_title, change, type, facts, goes) => {
    expect(isEventFor({ ...shop, ...change }, { type, facts })).toBe(goes);
  });

  test('only what an enabled endpoint wants is wanted of a dealer, and never a test', () => {
    const off = { enabled: false, eventTypes: ['card.stored'] as EventType[] };
    const other = { enabled: true, eventTypes: ['link.created', 'link.paid'] as EventType[] };
    expect(wantedByEndpoints([shop, off, other])).toEqual(['link.created', 'link.paid', 'endpoint.failing']);
    expect(wantedByEndpoints([])).toEqual([]);
    const all = wantedByEndpoints([{ enabled: true, eventTypes: 'all events' }]);
    expect(all).toEqual(eventTypes.filter((type) => type !== 'endpoint.test'));
  });
});

describe('What a try says of its endpoint', () => {
  const since = 1_000_000;
  test.each([
    ['works', {}, 'answered', since, 'none'],
    ['fails first', {}, 'failed', since, 'failing'],
    ['fails again', { failingSinceMs: since }, 'failed', since + 6 * HOUR_MS - 1, 'none'],
    ['has failed for six hours', { failingSinceMs: since }, 'failed', since + 6 * HOUR_MS, 'tell-failing'],
    ['was told of', { failingSinceMs: since, failingToldAtMs: since }, 'failed', since + 90 * HOUR_MS, 'none'],
    ['works again', { failingSinceMs: since, failingToldAtMs: since }, 'answered', since, 'working'],
    ['is gone', { failingSinceMs: since }, 'gone', since, 'gone'],
  ] as const)('an endpoint that %s', (_title, endpoint, outcome, nowMs, mark) => {
    expect(markAfter(endpoint, outcome, nowMs)).toBe(mark);
  });
});

describe('Rotation of a secret', () => {
  const secret = (version: number): EndpointSecret => ({ version, sealed: `sealed ${version}` });

  test('both secrets sign until the former one ends', () => {
    const secrets = rotateSecret({ secrets: [secret(1)] }, { fresh: secret(2), keptUntilMs: 200, nowMs: 100 });
    expect(signingSecrets({ secrets }, 199).map(({ version }) => version)).toEqual([2, 1]);
    expect(signingSecrets({ secrets }, 200).map(({ version }) => version)).toEqual([2]);
  });

  test('without time to change over only the new one signs', () => {
    expect(rotateSecret({ secrets: [secret(1)] }, { fresh: secret(2), keptUntilMs: 100, nowMs: 100 })).toEqual([
      secret(2),
    ]);
  });

  test('however often it is rotated, the newest signs and at most one before it', () => {
    const rotation = fc.record({ keepMs: fc.nat(1000), pauseMs: fc.nat(1000) });
    fc.assert(
      fc.property(fc.array(rotation, { minLength: 1, maxLength: 10 }), (rotations) => {
        let [secrets, nowMs] = [[secret(1)] as readonly EndpointSecret[], 0];
        for (const [at, { keepMs, pauseMs }] of rotations.entries()) {
          nowMs += pauseMs;
          secrets = rotateSecret({ secrets }, { fresh: secret(at + 2), keptUntilMs: nowMs + keepMs, nowMs });
          const signing = signingSecrets({ secrets }, nowMs).map(({ version }) => version);
          expect(signing).toEqual(keepMs > 0 ? [at + 2, at + 1] : [at + 2]);
          expect(secrets.length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });
});
