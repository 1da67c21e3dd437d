import { cancelLink } from '../../../domain/link/link-states.ts';
import type { OutboxEvent } from '../../../domain/outbox/event.ts';
import { customerEvent } from '../../../domain/outbox/event-of-customer.ts';
import { linkCancelled } from '../../../domain/outbox/event-of-link.ts';
import type {
  ApplyOutcome,
  AuditEntry,
  Change,
  OperatorChanges,
  OptOutChange,
  UserChange,
} from '../../../ports/operator-changes.ts';
import { binItem } from '../card/bin-directory.ts';
import { differenceItem } from '../comparison/comparisons.ts';
import { customerItems } from '../customer/customers.ts';
import { looksItem } from '../dealer/dealer-looks.ts';
import { messagingItem } from '../dealer/dealer-messaging.ts';
import { credentialItem, dealerItem, listedDealerItem } from '../dealer/dealers.ts';
import { serviceAccountItem } from '../dealer/service-accounts.ts';
import { stageItem } from '../dealer/stage-brake.ts';
import { subDealerItem } from '../dealer/sub-dealers.ts';
import { deskWrites } from '../desk/desk-changes.ts';
import { plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import type { Table } from '../engine/table.ts';
import { MAX_TRANSACTION_ACTIONS, type WriteOutcome } from '../engine/table-writes.ts';
import { ABSENT, atVersion, type Expression, type Row, type Write } from '../engine/writes.ts';
import { type Key, keys } from '../keys.ts';
import { definitionItem } from '../link/definitions.ts';
import { linkWrites } from '../link/link-writes.ts';
import { type LinkPurpose, newLinkWrites } from '../link/payment-requests.ts';
import { optOutItem } from '../message/opt-outs.ts';
import { deliveryMove, newDeliveryWrite } from '../outbox/delivery-writes.ts';
import { eventItem } from '../outbox/event-item.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { stepWrites } from '../payment/steps.ts';
import {
  newReusableLinkWrites,
  type ReusableLinkPurpose,
  reusableLinkChangeWrites,
} from '../reusable-link/reusable-links.ts';
import { requestEnded } from '../sale/request-ended.ts';
import { saleWritesWith, transactSale } from '../sale/sales.ts';
import { closedDayItem } from '../sandbox/bank-ledger.ts';
import { shopItem } from '../sandbox/shop-record.ts';
import { virtualPosItems } from '../virtual-pos/virtual-pos-directory.ts';
import { endpointItem } from '../webhook/webhook-endpoints.ts';
import { auditWrites, readAuditRow } from './audit-item.ts';
import { lostOrderWrites } from './lost-orders.ts';

const FIRST_VERSION = 1;

/** Version n replaces version n - 1 and nothing else; the first replaces nothing. */
const replacing = (version: number): Expression => (version === FIRST_VERSION ? ABSENT : atVersion(version - 1));

const put = (item: Row & Key & { readonly version: number }): Write => ({ put: item, onlyIf: replacing(item.version) });

const userWrites = ({ dealerCode, version, issue, revoke = [] }: UserChange): readonly Write[] => [
  put({ ...keys.users(dealerCode), entity: 'users', dealerCode, version: version + 1 }),
  ...(issue === undefined ? [] : [{ put: credentialItem(dealerCode, issue), onlyIf: ABSENT }]),
  // Removed, not marked: the rows of a dealer's users stay few, and the audit entry tells who was revoked.
  ...revoke.map(({ username, credentialId }) => ({ remove: keys.credential(dealerCode, username, credentialId) })),
];

const dealerWrites = ({ record, looks }: Extract<Change, { kind: 'dealer' }>): readonly Write[] => [
  put(dealerItem(record)),
  { put: listedDealerItem(record) },
  ...(looks === undefined ? [] : [{ put: looksItem(record.dealerCode, looks) }]),
];

const definitionWrites = ({ record, dealer }: Extract<Change, { kind: 'definition' }>): readonly Write[] => {
  const { dealerCode, dealerCustomerTypeId } = record;
  const listed = { ...keys.definitionOfDealer(dealerCode, dealerCustomerTypeId), entity: 'definition-of-dealer' };
  return [
    put(definitionItem(record)),
    { put: { ...listed, dealerCode, dealerCustomerTypeId } },
    ...(dealer === undefined ? [] : [put(dealerItem(dealer))]),
  ];
};

const optOutWrite = ({ channel, recipient, optedOut, atMs }: OptOutChange): Write =>
  optedOut
    ? { put: optOutItem(channel, recipient, { atMs, reason: 'operator' }) }
    : { remove: keys.optOut(channel, recipient) };

const removedWebhookWrites = ({ record, dealer }: Extract<Change, { kind: 'remove-webhook' }>): readonly Write[] => [
  { remove: keys.webhookEndpoint(record.dealerCode, record.endpointId), onlyIf: atVersion(record.version) },
  put(dealerItem(dealer)),
];

/** Does not compile when a kind of change has no writes. */
const unknownChange = (change: never): never => {
  throw new TypeError(`unknown change ${JSON.stringify(Object.keys(change))}`);
};

const writesOf = (
  change: Exclude<Change, { kind: 'sale' | 'link' | 'reusable-link' | 'reusable-link-change' }>,
): readonly Write[] => {
  switch (change.kind) {
    case 'stage':
      return [put(stageItem(change.record))];
    case 'dealer':
      return dealerWrites(change);
    case 'users':
      return userWrites(change.record);
    case 'service-account':
      return [put(serviceAccountItem(change.record)), ...userWrites(change.users)];
    case 'sub-dealer':
      return [put(subDealerItem(change.record))];
    case 'virtual-pos': {
      const { current, version } = virtualPosItems(change.record);
      return [put(current), { put: version, onlyIf: ABSENT }];
    }
    case 'webhook':
      return [
        put(endpointItem(change.record)),
        ...(change.dealer === undefined ? [] : [put(dealerItem(change.dealer))]),
      ];
    case 'event':
      return [{ put: eventItem(change.record), onlyIf: ABSENT }];
    case 'remove-webhook':
      return removedWebhookWrites(change);
    case 'definition':
      return definitionWrites(change);
    case 'messaging':
      return [
        put(messagingItem(change.dealerCode, change.record)),
        ...(change.dealer === undefined ? [] : [put(dealerItem(change.dealer))]),
      ];
    case 'opt-out':
      return [optOutWrite(change.record)];
    case 'resend':
      return change.record.map(newDeliveryWrite);
    case 'customer':
      return customerItems(change.record).map(put);
    case 'cancel-link':
      return linkWrites(cancelLink({ ...change.record.link, nowMs: change.record.nowMs }));
    case 'deliveries':
      return change.record.deliveries.map(deliveryMove);
    case 'bins':
      return change.record.bins.map((record) => ({ put: binItem(record) }));
    case 'differences':
      return change.record.map((difference) => ({ put: differenceItem(difference) }));
    case 'remove-bins':
      return change.record.bins.map((bin) => ({ remove: keys.bin(bin) }));
    case 'shop':
      return [put(shopItem(change.record)), ...userWrites(change.users)];
    case 'bank-day':
      return [put(closedDayItem(change.record)), ...change.refunds.flatMap(stepWrites)];
    case 'lost-orders':
      return [
        ...lostOrderWrites(change.record.orders, change.record.ofPos),
        ...(change.record.stage === undefined ? [] : [put(stageItem(change.record.stage))]),
      ];
    case 'desk':
      return deskWrites(change.record);
    case 'reencryption':
    case 'statements':
      return [];
    default:
      return unknownChange(change);
  }
};

/** Room beside the audit entry and its place in the list of its dealer. */
const MAX_WRITES = MAX_TRANSACTION_ACTIONS - 2;

/**
 * Writes ahead what has no room beside the audit entry, and answers the rest. Only an import is that long, and what it
 * removes: these writes have no conditions, so that whoever finds no audit entry after a crash does all of them again, to
 * the same effect.
 */
const writeAhead = async (table: Table, writes: readonly Write[]): Promise<readonly Write[]> => {
  let rest = writes;
  while (rest.length > MAX_WRITES) {
    const ahead = rest.slice(0, MAX_TRANSACTION_ACTIONS);
    if (ahead.some(({ onlyIf }) => onlyIf !== undefined)) throw new RangeError('too many actions for one change');
    await table.transact(ahead);
    rest = rest.slice(MAX_TRANSACTION_ACTIONS);
  }
  return rest;
};

/** What a change tells the dealer of its payments and customers. */
const eventOf = (change: Change, { commandId, atMs }: AuditEntry): OutboxEvent | undefined => {
  if (change.kind === 'cancel-link') return linkCancelled(change.record.link, change.record.nowMs);
  if (change.kind !== 'customer') return undefined;
  const { record, listingShards } = change;
  const type = record.version === FIRST_VERSION ? 'customer.created' : 'customer.updated';
  return customerEvent(type, record, { changeId: commandId, nowMs: atMs, listingShards });
};

/** A known command is answered as such, whatever else has changed since it was applied. */
const refusedBy = (audit: WriteOutcome | undefined): ApplyOutcome =>
  audit?.conditionFailed === true ? { kind: 'command-known', entry: readAuditRow(audit.item) } : { kind: 'conflict' };

const applySale = async (
  { table, events }: { readonly table: Table; readonly events: EventWriter },
  { record, before }: Extract<Change, { kind: 'sale' }>,
  entry: AuditEntry,
): Promise<ApplyOutcome> => {
  const audit = plannedFor<'audit'>('audit', auditWrites(entry));
  const outcome = await transactSale(table, await saleWritesWith(events, before, record), audit);
  return outcome.applied ? { kind: 'applied' } : refusedBy(outcome.refusalOf('audit'));
};

const applyLink = async (
  { table, events }: { readonly table: Table; readonly events: EventWriter },
  { record }: Extract<Change, { kind: 'link' }>,
  entry: AuditEntry,
): Promise<ApplyOutcome> => {
  const audit = plannedFor<LinkPurpose | 'audit'>('audit', auditWrites(entry));
  const outcome = await transactPlanned(table, [...audit, ...(await newLinkWrites(events, record))]);
  return outcome.applied ? { kind: 'applied' } : refusedBy(outcome.refusalOf('audit'));
};

const applyReusableLink = async (
  { table, events }: { readonly table: Table; readonly events: EventWriter },
  change: Extract<Change, { kind: 'reusable-link' | 'reusable-link-change' }>,
  entry: AuditEntry,
): Promise<ApplyOutcome> => {
  const audit = plannedFor<ReusableLinkPurpose>('audit', auditWrites(entry));
  const writes =
    change.kind === 'reusable-link'
      ? await newReusableLinkWrites(events, change.record)
      : await reusableLinkChangeWrites(events, change.record);
  const outcome = await transactPlanned(table, [...audit, ...writes]);
  return outcome.applied ? { kind: 'applied' } : refusedBy(outcome.refusalOf('audit'));
};

export const dynamoOperatorChanges = (table: Table, events: EventWriter = NOBODY_TOLD): OperatorChanges => ({
  apply: async (change, entry): Promise<ApplyOutcome> => {
    if (change.kind === 'sale') return applySale({ table, events }, change, entry);
    if (change.kind === 'link') return applyLink({ table, events }, change, entry);
    if (change.kind === 'reusable-link' || change.kind === 'reusable-link-change') {
      return applyReusableLink({ table, events }, change, entry);
    }
    const writes = await writeAhead(table, writesOf(change));
    const outcome = await table.transact([
      ...auditWrites(entry),
      ...writes,
      ...(await events.writesOf([eventOf(change, entry)])),
    ]);
    if (outcome.applied) {
      if (change.kind === 'cancel-link') await requestEnded(table, change.record.link, change.record.nowMs);
      return { kind: 'applied' };
    }
    const [audit] = outcome.writes;
    return refusedBy(audit);
  },

  findCommand: async (commandId) => {
    const row = await table.get(keys.command(commandId));
    return row === undefined ? undefined : readAuditRow(row);
  },
});
