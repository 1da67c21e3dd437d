import { type Breaker, hostOfBreaker } from '../../../../shared/domain/breaker/breaker.ts';
import { showCommand } from '../command.ts';
import { shownTime } from '../values-in-views.ts';

const shownBreaker = (breaker: Breaker) => {
  const { pos, state, openedAtMs, retryAtMs, closedAtMs } = breaker;
  const { host, isGate } = hostOfBreaker(breaker);
  return {
    gateway: host,
    ...(isGate ? { of: 'gate' } : {}),
    ...pos,
    state,
    openedAt: shownTime(openedAtMs),
    ...(state === 'open' ? { nextProbeAt: shownTime(retryAtMs) } : {}),
    ...(state === 'closed' && closedAtMs !== undefined ? { closedAt: shownTime(closedAtMs) } : {}),
  };
};

export const showBreakers = showCommand(
  {
    name: 'show-breakers',
    group: 'Stage',
    summary: 'Show the banks that are not tried now, or were not in the last week.',
    notes: [
      'A breaker opens by itself when the charges of several dealers get no answer, and for one virtual POS when its own do not. While it is open charges are answered with 008, and one at a time finds out whether the bank is back.',
      'A line with of=gate is about the 3D gate: it refuses stored cards that need 3D, and nothing else.',
      'A line with dealerCode and posId is the breaker of that virtual POS; one without is that of the whole gateway.',
    ],
    fields: {},
    example: {},
  },
  async (_input, { deps }) => ({ breakers: (await deps.breakers.all()).map(shownBreaker) }),
);
