import { linkToLookAt, linkUsedUp } from '../../../domain/outbox/event-of-reusable-link.ts';
import type { EventsBehind } from '../../../ports/outbox.ts';
import type { Table } from '../engine/table.ts';
import { dynamoReusableLinkReads } from './reusable-links.ts';

/** Finds the links whose last place was paid, by a strong read of their places behind each payment. */
export const dynamoUsedUpLinks = (table: Pick<Table, 'query'>): EventsBehind => {
  const links = dynamoReusableLinkReads(table);
  return {
    behind: async (event) => {
      const name = linkToLookAt(event);
      const found = name === undefined ? undefined : await links.findByName(name);
      return found === undefined ? undefined : linkUsedUp(found, event.occurredAtMs);
    },
  };
};
