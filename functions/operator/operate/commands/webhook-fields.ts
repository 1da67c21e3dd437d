import { eventTypes } from '../../../../shared/domain/outbox/event.ts';
import type { WebhookEndpoint } from '../../../../shared/domain/webhook/endpoint.ts';
import type { CommandCall } from '../command.ts';
import { notFound } from '../command-error.ts';
import { defaulted, neededWhenNew, required } from '../fields.ts';
import { choice, flag, list, orWord, shaped } from '../kinds.ts';
import { addressKind } from './outgoing-fields.ts';

export const endpointIdField = required(
  shaped(
    'text of small letters, digits and hyphens, at most 32',
    'must be 1 to 32 small letters, digits or hyphens, a letter or digit first',
    (text) => (/^[a-z0-9][a-z0-9-]{0,31}$/.test(text) ? text : undefined),
  ),
  'The endpoint, unique within the dealer.',
);

/** A test is not chosen: it goes to the endpoint that it is for. */
const chosen = eventTypes.filter((type) => type !== 'endpoint.test');

export const endpointFields = {
  url: neededWhenNew(addressKind, 'Where events are posted.'),
  eventTypes: neededWhenNew(orWord('all events', list(choice(chosen), chosen.length)), 'Events that it is told of.'),
  enabled: defaulted(flag, true, {
    meaning: 'Whether it is told of events. An endpoint that answered 410 was switched off; true switches it on again.',
  }),
};

/** The endpoint of a command; throws a CommandError if it does not exist. */
export const existingEndpoint = async (
  { dealerCode, endpointId }: Pick<WebhookEndpoint, 'dealerCode' | 'endpointId'>,
  { deps }: CommandCall,
): Promise<WebhookEndpoint> => {
  const found = await deps.webhooks.find(dealerCode, endpointId);
  if (found === undefined) throw notFound(`webhook ${endpointId} of dealer ${dealerCode}`);
  return found;
};
