import { afterReport, type DeliveryReport, type MessageName } from '../../../shared/domain/message/message.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Messages, OptOuts } from '../../../shared/ports/messages.ts';
import { readReport } from './read-report.ts';

export interface NoteDeliveryDependencies {
  readonly messages: Messages;
  readonly optOuts: OptOuts;
  readonly clock: Clock;
}

export type NoteOutcome = 'noted' | 'nothing-new' | 'not-ours';

/** The sender and another report may write the same message at the same moment. */
const MAX_ROUNDS = 5;

const note = async (name: MessageName, report: DeliveryReport, { messages }: NoteDeliveryDependencies) => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const message = await messages.find(name);
    // Events of all stages of an account come here.
    if (message === undefined) return 'not-ours';
    const after = afterReport(message, report);
    if (after === undefined) return 'nothing-new';
    if (await messages.replace(after)) return 'noted';
  }
  throw new Error('the message changed with every try');
};

/**
 * Notes what became of a message. Reports come late, twice and in any order; what they leave out is told as unknown after 72
 * hours. Whoever complains about an e-mail gets no more of
 * them, and neither does a mailbox that refuses one for good.
 */
export const noteDelivery =
  (deps: NoteDeliveryDependencies) =>
  async (raw: unknown): Promise<NoteOutcome> => {
    const nowMs = deps.clock.now();
    const read = readReport(raw, nowMs);
    if (read === undefined) return 'not-ours';
    const { name, report, optsOut } = read;
    if (optsOut !== undefined) {
      const message = await deps.messages.find(name);
      if (message === undefined) return 'not-ours';
      // First, and to no further effect when it is repeated: so a failure of what follows loses none.
      await deps.optOuts.add(message.channel, message.to, { atMs: nowMs, reason: optsOut });
    }
    // A complaint alone ends nothing.
    return report === undefined ? 'noted' : note(name, report, deps);
  };
