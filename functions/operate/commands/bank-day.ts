import type { DayOf } from '../../../shared/ports/bank-ledger.ts';
import { changeCommand } from '../command.ts';
import { required } from '../fields.ts';
import { shaped } from '../kinds.ts';
import { shownTime } from '../shown.ts';

const EVERY_MERCHANT = 'every merchant';

const merchant = shaped(
  `6 to 15 digits, or "${EVERY_MERCHANT}"`,
  `must be the clientId of a virtual POS, 6 to 15 digits, or "${EVERY_MERCHANT}"`,
  (text) => (text === EVERY_MERCHANT || /^\d{6,15}$/.test(text) ? text : undefined),
);

/** Sandbox stages alone have it: they alone have the embedded bank. */
export const closeBankDay = changeCommand(
  {
    name: 'close-bank-day',
    group: 'Embedded bank',
    summary: "End the embedded bank's day now, in a sandbox stage.",
    notes: [
      'What was captured or credited so far is settled from now on: a void is refused, and a credit is possible. A pre-authorisation that was not captured stays as it is.',
      'The day also ends by itself at the time that the stage\'s setting "bankDayEnd" names.',
    ],
    fields: { merchant: required(merchant, 'Whose day ends: the clientId of a virtual POS at the embedded bank.') },
    example: { merchant: '190100064' },
  },
  async (input, { deps, nowMs }) => {
    const of: DayOf = input.merchant === EVERY_MERCHANT ? EVERY_MERCHANT : { clientId: input.merchant };
    const before = await deps.bankDays.closedDay(of);
    const version = (before?.version ?? 0) + 1;
    // What was captured in this very millisecond belongs to the day that ends. A clock that lags behind another one
    // must not open a day again that is closed.
    const closedAtMs = Math.max(nowMs + 1, before?.closedAtMs ?? 0);
    return {
      change: { kind: 'bank-day', record: { of, closedAtMs, version } },
      changed: ['closedAt'],
      result: { merchant: input.merchant, closedAt: shownTime(closedAtMs) },
    };
  },
);
