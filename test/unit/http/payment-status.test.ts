import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates, type ReportedOutcome } from '../../../shared/domain/attempt/states.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { stageOf } from '../../../shared/domain/payment/payment-stage.ts';
import { statusOf } from '../../../shared/http/payment-status.ts';

/** PaymentStatus/TrxStatus of a sale by what was reported. A state that nobody can be in is shown like its neighbours. */
const sales: Readonly<Record<AttemptState, Readonly<Record<ReportedOutcome, string>>>> = {
  authenticating: { nobody: '0/0', failed: '2/2', paid: '2/1' },
  charging: { nobody: '0/0', failed: '2/2', paid: '2/1' },
  'in-doubt': { nobody: '0/0', failed: '2/2', paid: '2/1' },
  approved: { nobody: '0/0', failed: '2/2', paid: '2/1' },
  declined: { nobody: '2/2', failed: '2/2', paid: '2/1' },
  closed: { nobody: '2/2', failed: '2/2', paid: '2/1' },
  reversing: { nobody: '2/2', failed: '2/2', paid: '2/1' },
  voided: { nobody: '2/2', failed: '2/2', paid: '3/1' },
  refunded: { nobody: '2/2', failed: '2/2', paid: '4/1' },
};

/** What a pre-authorisation shows in place of the status of a sale. */
const uncaptured: Readonly<Record<string, string>> = { '2/2': '1/2', '2/1': '1/1' };

const shown = (charge: Parameters<typeof stageOf>[0]): string => {
  const { PaymentStatus, TrxStatus } = statusOf(stageOf(charge), charge.type);
  return `${PaymentStatus}/${TrxStatus}`;
};

const every = attemptStates.flatMap((state) =>
  (['nobody', 'failed', 'paid'] as const).map((reportedOutcome) => ({
    state,
    reportedOutcome,
    status: sales[state][reportedOutcome],
  })),
);

describe('PaymentStatus and TrxStatus (decisions: payment detail)', () => {
  test.each(every)(
    'a sale that is $state and was reported $reportedOutcome shows $status',
    ({ state, reportedOutcome, status }) => {
      expect(shown({ state, reportedOutcome, type: 'sale' })).toBe(status);
    },
  );

  test.each(every)(
    'a pre-authorisation that is $state and was reported $reportedOutcome',
    ({ state, reportedOutcome, status }) => {
      expect(shown({ state, reportedOutcome, type: 'pre-authorisation' })).toBe(uncaptured[status] ?? status);
    },
  );

  test('a captured pre-authorisation is paid', () => {
    const charge = {
      state: 'approved',
      reportedOutcome: 'paid',
      type: 'pre-authorisation',
      captured: minor(1),
    } as const;
    expect(shown(charge)).toBe('2/1');
  });
});
