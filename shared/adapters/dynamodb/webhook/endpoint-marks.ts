import type { EndpointMark } from '../../../domain/webhook/endpoint.ts';
import type { EndpointMarks } from '../../../ports/webhook-endpoints.ts';
import type { Table } from '../engine/table.ts';
import { atVersion, type Expression } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { eventItem } from '../outbox/event-item.ts';

/** What a mark sets. Only one that an operator must see in a put changes the version. */
const setBy = (mark: Exclude<EndpointMark, 'none'>, nowMs: number): Expression => {
  const at = { ':now': nowMs };
  switch (mark) {
    case 'failing':
      return { expression: 'SET failingSinceMs = :now', values: at };
    case 'tell-failing':
      return { expression: 'SET failingToldAtMs = :now', values: at };
    case 'working':
      return { expression: 'REMOVE failingSinceMs, failingToldAtMs' };
    case 'gone':
      return {
        expression:
          'SET enabled = :off, goneAtMs = :now, #version = #version + :one REMOVE failingSinceMs, failingToldAtMs',
        names: { '#version': 'version' },
        values: { ...at, ':off': false, ':one': 1 },
      };
  }
};

/** The first of several tries that find the same marks it: the others find it marked. */
const unmarked = (mark: Exclude<EndpointMark, 'none'>, version: number): Expression => {
  const { expression, ...rest } = atVersion(version);
  const absent = { failing: 'failingSinceMs', 'tell-failing': 'failingToldAtMs', working: undefined, gone: undefined }[
    mark
  ];
  return {
    ...rest,
    expression: absent === undefined ? expression : `${expression} AND attribute_not_exists(${absent})`,
  };
};

/** Writes what tries say of endpoints. */
export const dynamoEndpointMarks = (table: Table): EndpointMarks => ({
  mark: async ({ dealerCode, endpointId, version }, mark, { nowMs, event }) => {
    const update = keys.webhookEndpoint(dealerCode, endpointId);
    const outcome = await table.transact([
      { update, set: setBy(mark, nowMs), onlyIf: unmarked(mark, version) },
      ...(event === undefined ? [] : [{ put: eventItem(event) }]),
    ]);
    return outcome.applied;
  },
});
