import { expect, test } from 'vitest';
import { endpointFields, endpointIdField } from '../../../../../functions/operator/operate/commands/webhook-fields.ts';
import { readInput } from '../../../../../functions/operator/operate/fields.ts';
import { eventTypes } from '../../../../../shared/domain/outbox/event.ts';

const read = (input: object) => readInput(endpointFields, input);

test('an endpoint is told of all events, or of those that are chosen; a test is not chosen', () => {
  expect(read({ eventTypes: 'all events' })).toEqual({ eventTypes: 'all events' });
  const chosen = eventTypes.filter((type) => type !== 'endpoint.test');
  expect(read({ eventTypes: chosen })).toEqual({ eventTypes: chosen });
  expect(() => read({ eventTypes: ['endpoint.test'] })).toThrow(expect.objectContaining({ field: 'eventTypes.0' }));
});

test('a new endpoint is told of events unless it is switched off', () => {
  expect(endpointFields.enabled.fallback).toBe(true);
});

test.each(['shop', '1-shop', 'a'.repeat(32)])('an endpoint has an id such as %s', (endpointId) => {
  expect(readInput({ endpointId: endpointIdField }, { endpointId })).toEqual({ endpointId });
});

test.each(['', '-shop', 'Shop', 'a'.repeat(33)])('an endpoint has no such id as %j', (endpointId) => {
  expect(() => readInput({ endpointId: endpointIdField }, { endpointId })).toThrow(
    expect.objectContaining({
      sentence: 'endpointId must be 1 to 32 small letters, digits or hyphens, a letter or digit first.',
    }),
  );
});
