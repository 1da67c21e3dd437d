import { reusableLinkExpired } from '../../../domain/outbox/event-of-reusable-link.ts';
import { expiryDueAtMs } from '../../../domain/outbox/link-due.ts';
import type { ReusableLinkName } from '../../../domain/reusable-link/link-name.ts';
import type { ReusableLink } from '../../../domain/reusable-link/reusable-link.ts';
import type { LinkDueOutcome } from '../../../ports/outbox.ts';
import type { Table } from '../engine/table.ts';
import type { Write } from '../engine/writes.ts';
import { linkDueKeys } from '../index-keys.ts';
import type { EventWriter } from '../outbox/event-writer.ts';
import { reusableLinkKeys } from './reusable-link-keys.ts';
import { dynamoReusableLinkReads } from './reusable-links.ts';

/** A change of the queue alone: the link keeps its version, and whoever changed it meanwhile decides about the queue. */
const queued = ({ name, version }: ReusableLink, dueAtMs: number | undefined): Write => ({
  update: reusableLinkKeys.link(name),
  set:
    dueAtMs === undefined
      ? { expression: 'REMOVE #duePk, #dueSk', names: { '#duePk': 'duePk', '#dueSk': 'dueSk' } }
      : {
          expression: 'SET #dueSk = :dueSk',
          names: { '#dueSk': 'dueSk' },
          values: { ':dueSk': linkDueKeys(name, dueAtMs).dueSk },
        },
  onlyIf: { expression: '#version = :read', names: { '#version': 'version' }, values: { ':read': version } },
});

/** Tells that a link has expired, once. One that its dealer switched off, or that expires later by now, tells nothing. */
export const takeUpReusableLink = async (
  { table, events }: { readonly table: Table; readonly events: EventWriter },
  name: ReusableLinkName,
  nowMs: number,
): Promise<LinkDueOutcome> => {
  const { link } = (await dynamoReusableLinkReads(table).findByName(name)) ?? {};
  if (link === undefined) return 'nothing';
  const { expiresAtMs, active } = link;
  if (expiresAtMs === undefined || !active) {
    await table.transact([queued(link, undefined)]);
    return 'nothing';
  }
  const dueAtMs = expiryDueAtMs({ expiresAtMs });
  if (nowMs < dueAtMs) {
    await table.transact([queued(link, dueAtMs)]);
    return 'later';
  }
  const told = await events.writesOf([reusableLinkExpired(link)]);
  return (await table.transact([queued(link, undefined), ...told])).applied ? 'told' : 'nothing';
};
