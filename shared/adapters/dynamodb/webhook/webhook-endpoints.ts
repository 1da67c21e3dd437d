import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { MAX_ENDPOINTS, type WebhookEndpoint } from '../../../domain/webhook/endpoint.ts';
import type { WebhookEndpoints } from '../../../ports/webhook-endpoints.ts';
import { objectRow, optionalWhole, parseRow, storedFlag, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ENDPOINT_PREFIX, keys, webhooksPartition } from '../keys.ts';
import { storedEventTypes } from '../outbox/event-types-row.ts';

const endpointRow = objectRow(() => ({
  dealerCode: storedText,
  endpointId: storedText,
  version: storedWhole,
  url: storedText,
  eventTypes: z.union([z.literal('all events'), storedEventTypes()]),
  enabled: storedFlag,
  secrets: z.array(z.object({ version: storedWhole, sealed: storedText, endsAtMs: optionalWhole })),
  goneAtMs: optionalWhole,
  failingSinceMs: optionalWhole,
  failingToldAtMs: optionalWhole,
}));

const readEndpointRow = (row: unknown): WebhookEndpoint => {
  const { secrets, ...endpoint } = parseRow('webhook endpoint', endpointRow, row);
  return omitUndefined({ ...endpoint, secrets: secrets.map(omitUndefined) });
};

export const endpointItem = (endpoint: WebhookEndpoint) => ({
  ...keys.webhookEndpoint(endpoint.dealerCode, endpoint.endpointId),
  entity: 'webhook-endpoint',
  ...endpoint,
});

export const dynamoWebhookEndpoints = (table: Table): WebhookEndpoints => ({
  ofDealer: async (dealerCode) => {
    const rows = await table.query({
      pk: webhooksPartition(dealerCode),
      skPrefix: ENDPOINT_PREFIX,
      limit: MAX_ENDPOINTS,
    });
    return rows.map(readEndpointRow);
  },

  find: async (dealerCode, endpointId) => {
    const row = await table.get(keys.webhookEndpoint(dealerCode, endpointId));
    return row === undefined ? undefined : readEndpointRow(row);
  },
});
