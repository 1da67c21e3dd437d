import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import {
  type EndpointSecret,
  MAX_ENDPOINTS,
  rotateSecret,
  signingSecrets,
  type WebhookEndpoint,
  wantedByEndpoints,
} from '../../../../shared/domain/webhook/endpoint.ts';
import { webhookSecretContext } from '../../../../shared/ports/vault.ts';
import { type CommandCall, changeCommand, type Result, showCommand } from '../command.ts';
import { invalidField, notPossible } from '../command-error.ts';
import { defaulted } from '../fields.ts';
import { whole } from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { shownTime } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { outgoingAddress, wishesAfter } from './outgoing-fields.ts';
import { endpointFields, endpointIdField, existingEndpoint } from './webhook-fields.ts';

const GROUP = 'Webhooks';
const HOUR_MS = 3_600_000;
const MAX_KEEP_HOURS = 168;
const DEFAULT_KEEP_HOURS = 24;

/**
 * The dealer after its endpoints have changed. Its version always rises: so of two changes at once, each of which sees the
 * endpoints without the other, one is planned again.
 */
const dealerWith = (dealer: Dealer, endpoints: readonly WebhookEndpoint[]): Dealer => {
  const { wantedEvents: _before, ...rest } = dealer;
  const wantedEvents = wishesAfter(dealer, 'webhooks', wantedByEndpoints(endpoints));
  return { ...rest, version: dealer.version + 1, ...omitUndefined({ wantedEvents }) };
};

/** A new secret, and the same sealed for its endpoint. */
const freshSecret = async (
  endpoint: Pick<WebhookEndpoint, 'dealerCode' | 'endpointId'>,
  version: number,
  { deps }: CommandCall,
): Promise<{ readonly secret: string; readonly stored: EndpointSecret }> => {
  const secret = deps.webhookSecrets.issue();
  const sealed = await deps.sealer.seal(secret, webhookSecretContext(endpoint, version));
  return { secret, stored: { version, sealed } };
};

/** What is known of an endpoint's answers; it is about one address, and forgotten with it. */
const marksAfter = (
  stored: WebhookEndpoint | undefined,
  { url, enabled }: Pick<WebhookEndpoint, 'url' | 'enabled'>,
) => {
  if (stored?.url !== url) return {};
  const { goneAtMs, failingSinceMs, failingToldAtMs } = stored;
  return omitUndefined({ goneAtMs: enabled ? undefined : goneAtMs, failingSinceMs, failingToldAtMs });
};

export const putWebhook = changeCommand(
  {
    name: 'put-webhook',
    group: GROUP,
    summary: 'Create or change a webhook endpoint of a dealer. A new one gets a secret, which is shown once.',
    notes: [
      `A dealer has at most ${MAX_ENDPOINTS}. The version of the dealer rises too.`,
      'Events are signed as the Standard Webhooks specification says; shared/docs/webhooks.md shows how receivers verify them.',
    ],
    fields: { dealerCode: dealerCodeField, endpointId: endpointIdField, version: versionField, ...endpointFields },
    example: {
      dealerCode: '1001',
      endpointId: 'shop',
      url: 'http://127.0.0.1:9000/webhooks',
      eventTypes: ['link.paid', 'link.failed'],
    },
  },
  async (input, call) => {
    const { dealerCode, endpointId } = input;
    const dealer = await existingDealer(dealerCode, call);
    const endpoints = await call.deps.webhooks.ofDealer(dealerCode);
    const stored = endpoints.find((one) => one.endpointId === endpointId);
    const others = endpoints.filter((one) => one !== stored);
    if (stored === undefined && others.length >= MAX_ENDPOINTS) {
      throw notPossible(`The dealer has ${MAX_ENDPOINTS} webhooks already: remove one first.`);
    }
    const version = nextVersion(`webhook ${endpointId} of dealer ${dealerCode}`, stored?.version, input.version);
    type Plain = Pick<WebhookEndpoint, keyof typeof endpointFields>;
    const values = putValues<Plain, typeof endpointFields>(endpointFields, input, stored);
    if (values.eventTypes.length === 0) throw invalidField('eventTypes', 'must name an event');
    // An unchanged address is not checked, so that an endpoint which must not be called any more can still be switched off.
    const url = values.url === stored?.url ? values.url : outgoingAddress('url', values.url, call);
    const made = stored === undefined ? await freshSecret(input, version, call) : undefined;
    const secrets = made === undefined ? (stored?.secrets ?? []) : [made.stored];
    const record = {
      ...values,
      ...marksAfter(stored, { ...values, url }),
      url,
      dealerCode,
      endpointId,
      version,
      secrets,
    };
    const changed = changedFieldNames(stored, record);
    return {
      dealerCode,
      change: { kind: 'webhook', record, dealer: dealerWith(dealer, [...others, record]) },
      changed,
      result: { dealerCode, endpointId, version, changed },
      ...(made === undefined ? {} : { secrets: { secret: made.secret } }),
    };
  },
);

export const rotateWebhookSecret = changeCommand(
  {
    name: 'rotate-webhook-secret',
    group: GROUP,
    summary: 'Make a new secret for a webhook endpoint. It is shown once.',
    notes: ['Events are signed with both secrets until the former one ends, so that the receiver can change over.'],
    fields: {
      dealerCode: dealerCodeField,
      endpointId: endpointIdField,
      keepHours: defaulted(whole(0, MAX_KEEP_HOURS), DEFAULT_KEEP_HOURS, {
        meaning: 'Hours for which the former secret signs too. 0 ends it at once.',
      }),
    },
    example: { dealerCode: '1001', endpointId: 'shop', keepHours: 48 },
  },
  async ({ dealerCode, endpointId, keepHours }, call) => {
    const stored = await existingEndpoint({ dealerCode, endpointId }, call);
    const version = stored.version + 1;
    const { secret, stored: fresh } = await freshSecret(stored, version, call);
    const keptUntilMs = call.nowMs + (keepHours ?? DEFAULT_KEEP_HOURS) * HOUR_MS;
    const secrets = rotateSecret(stored, { fresh, keptUntilMs, nowMs: call.nowMs });
    return {
      dealerCode,
      change: { kind: 'webhook', record: { ...stored, version, secrets } },
      changed: ['secrets'],
      result: {
        dealerCode,
        endpointId,
        version,
        ...(secrets.length > 1 ? { formerEnds: shownTime(keptUntilMs) } : {}),
      },
      secrets: { secret },
    };
  },
);

export const removeWebhook = changeCommand(
  {
    name: 'remove-webhook',
    group: GROUP,
    summary: 'Remove a webhook endpoint. What waits for it is told to nobody.',
    fields: { dealerCode: dealerCodeField, endpointId: endpointIdField },
    example: { dealerCode: '1001', endpointId: 'shop' },
  },
  async ({ dealerCode, endpointId }, call) => {
    const dealer = await existingDealer(dealerCode, call);
    const record = await existingEndpoint({ dealerCode, endpointId }, call);
    const endpoints = await call.deps.webhooks.ofDealer(dealerCode);
    const others = endpoints.filter((one) => one.endpointId !== endpointId);
    return {
      dealerCode,
      change: { kind: 'remove-webhook', record, dealer: dealerWith(dealer, others) },
      changed: ['webhooks'],
      result: { dealerCode, endpointId },
    };
  },
);

/** An endpoint without its secrets. */
const shownEndpoint = (endpoint: WebhookEndpoint, nowMs: number): Result => {
  const { endpointId, version, url, eventTypes, enabled, goneAtMs, failingSinceMs, failingToldAtMs } = endpoint;
  const at = (epochMs: number | undefined) => (epochMs === undefined ? undefined : shownTime(epochMs));
  return omitUndefined({
    endpointId,
    version,
    url,
    eventTypes,
    enabled,
    secrets: signingSecrets(endpoint, nowMs).map((one) =>
      omitUndefined({ version: one.version, ends: at(one.endsAtMs) }),
    ),
    goneAt: at(goneAtMs),
    failingSince: at(failingSinceMs),
    dealerToldAt: at(failingToldAtMs),
  });
};

export const listWebhooks = showCommand(
  {
    name: 'list-webhooks',
    group: GROUP,
    summary: 'List the webhook endpoints of a dealer without their secrets.',
    notes: [
      '"failingSince": no try has succeeded since then. "goneAt": the endpoint answered 410 and is switched off.',
    ],
    fields: { dealerCode: dealerCodeField },
    example: { dealerCode: '1001' },
  },
  async ({ dealerCode }, call) => {
    await existingDealer(dealerCode, call);
    const endpoints = await call.deps.webhooks.ofDealer(dealerCode);
    return { dealerCode, webhooks: endpoints.map((endpoint) => shownEndpoint(endpoint, call.nowMs)) };
  },
);
