import { expect, test } from 'vitest';
import { tellsCard } from '../../shared/domain/card/card-search.ts';
import { mayFollowGate } from '../../shared/domain/virtual-pos/gateway-address.ts';
import type { BankGateway, PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { formCharsets } from '../../shared/ports/three-d-gate.ts';
import { soon } from '../support/bank/bank-calls.ts';
import type { TestGateway } from '../support/bank/gateways.ts';

export interface StartingBank {
  readonly gateway: Pick<TestGateway, 'startOf'>;
  readonly bank: BankGateway;
  readonly account: PosAccount;
  readonly clock: Clock;
}

/** What every implementation of the port promises of a start on the server. */
export const serverStartSuite = (made: () => StartingBank): void => {
  test.each(['approved', 'frictionless'])('%s: answers a form without the card, and charges nothing', async (id) => {
    const { gateway, bank, account, clock } = made();
    const start = { ...gateway.startOf(id), browser: {} };
    const answer = await bank.startOnServer(account, start, soon(clock));
    if (answer.kind !== 'form') throw new Error(`the gate answers ${JSON.stringify(answer.why)}`);
    const { form } = answer;
    expect(mayFollowGate(new URL(form.action), { sandbox: true })).toBe(true);
    expect(form.fields.length).toBeGreaterThan(0);
    expect(form.fields.length).toBeLessThanOrEqual(40);
    expect(formCharsets).toContain(form.acceptCharset);
    expect(tellsCard(form, start.card)).toBe(false);
    expect((await bank.inquire(account, start.order, soon(clock))).kind).toBe('no-record');
  });
};
