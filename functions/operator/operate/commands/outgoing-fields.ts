import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import type { EventType, EventWisher, WantedEvents } from '../../../../shared/domain/outbox/event.ts';
import { outgoingProblems, readOutgoingAddress } from '../../../../shared/domain/outgoing/outgoing-address.ts';
import type { CommandCall } from '../command.ts';
import { invalidField } from '../command-error.ts';
import { code } from '../kinds.ts';

const MAX_ADDRESS = 1000;

/** An address as an operator writes it; `outgoingAddress` says whether it may be called. */
export const addressKind = { ...code(MAX_ADDRESS), type: `https address, at most ${MAX_ADDRESS} characters` };

/** The address as it is stored. Refuses one that the stage must not call (rule 41). */
export const outgoingAddress = (field: string, text: string, { deps }: CommandCall): string => {
  const read = readOutgoingAddress(text, deps.outgoing);
  if ('problem' in read) throw invalidField(field, outgoingProblems[read.problem]);
  return read.href;
};

/** The wishes of a dealer after those of one kind of setting have changed; undefined when nobody wants anything. */
export const wishesAfter = (
  { wantedEvents }: Pick<Dealer, 'wantedEvents'>,
  wisher: EventWisher,
  types: readonly EventType[],
): WantedEvents | undefined => {
  const all = omitUndefined({ ...wantedEvents, [wisher]: types.length === 0 ? undefined : types });
  return Object.keys(all).length === 0 ? undefined : all;
};
