import { beforeEach, describe, expect, test } from 'vitest';
import {
  type DeskMailSenderDependencies,
  deskMailSender,
} from '../../../../functions/outbox/deliver/desk-mail-sender.ts';
import { deskMailChannels } from '../../../../shared/adapters/dynamodb/desk/desk-mail-channels.ts';
import { newInvitation } from '../../../../shared/desk/account/mailed-link.ts';
import { newDelivery } from '../../../../shared/domain/outbox/delivery-moves.ts';
import type { DeskMail } from '../../../../shared/ports/desk-users.ts';
import { clearVault } from '../../../fakes/clear-vault.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { FakeProviders } from '../../../support/message/fake-providers.ts';

const NOW = Date.UTC(2026, 10, 22, 9, 30);
const HOUR_MS = 3_600_000;
const DESK = 'https://desk.example';
const dealer = dealerWith({ dealerCode: 'D1', name: 'Örnek Mağaza' });

const invited = () =>
  newInvitation(
    { email: 'ayse@example.com', name: 'Ayşe', language: 'tr', role: 'cashier', dealer },
    { sealer: clearVault, nowMs: NOW },
  );

let providers: FakeProviders;
let rows: Map<string, DeskMail>;
beforeEach(() => {
  providers = new FakeProviders();
  rows = new Map();
});

const mails = {
  find: async (mailId: string) => rows.get(mailId),
  remove: async (mailId: string) => {
    rows.delete(mailId);
  },
};

const sendAt = async (
  { written }: Awaited<ReturnType<typeof invited>>,
  nowMs: number,
  { leftMs = 20_000, ...deps }: Partial<DeskMailSenderDependencies> & { readonly leftMs?: number } = {},
) => {
  const sender = deskMailSender({
    mails,
    opener: clearVault,
    email: providers,
    stage: { email: { from: 'pay@example.com' }, recipients: 'any recipient' },
    serviceName: 'Payment Links',
    deskUrl: DESK,
    ...deps,
  });
  const delivery = newDelivery(written.event, { kind: 'desk-mail' }, NOW);
  return sender.send(written.event, delivery, { nowMs, untilMs: nowMs + leftMs });
};

describe('A mail of the desk (rule 53)', () => {
  test('brings its one link in the language of its reader, once; then nothing of the secret is kept', async () => {
    const made = await invited();
    rows.set(made.written.mail.mailId, made.written.mail);
    expect(await sendAt(made, NOW)).toEqual({ kind: 'done', detail: 'handed over' });
    expect(rows.size).toBe(0);
    expect(await sendAt(made, NOW)).toEqual({ kind: 'never', detail: 'the mail was sent before' });
    const [sent, ...others] = providers.emails;
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ to: 'ayse@example.com', fromName: 'Örnek Mağaza', subject: 'Panele davetiniz' });
    const href = `${DESK}/desk/invitation/${made.secret}`;
    expect(sent?.text).toContain(href);
    expect(new Set([...(sent?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, to]) => to))).toEqual(new Set([href]));
    expect(sent?.text).toContain('24 Kasım 2026');
  });

  test('the secret stands in no event, no delivery and no reference', async () => {
    const made = await invited();
    rows.set(made.written.mail.mailId, made.written.mail);
    const outcome = await sendAt(made, NOW);
    const told = JSON.stringify([made.written.event, made.written.link, outcome, providers.emails[0]?.reference]);
    expect(told).not.toContain(made.secret);
  });

  test('a mail that is older than its link is good is not sent, and its secret goes', async () => {
    const made = await invited();
    rows.set(made.written.mail.mailId, made.written.mail);
    expect(await sendAt(made, NOW + 48 * HOUR_MS)).toEqual({ kind: 'never', detail: 'too-late' });
    expect(rows.size).toBe(0);
    expect(providers.emails).toEqual([]);
  });

  test('a provider that took nothing is tried again with the same mail; one that never will ends it', async () => {
    const made = await invited();
    rows.set(made.written.mail.mailId, made.written.mail);
    providers.answers = [
      { kind: 'again', detail: 'Throttled' },
      { kind: 'unknown', detail: 'timed out' },
      { kind: 'refused', reason: 'recipient-not-valid', detail: 'x' },
    ];
    expect(await sendAt(made, NOW)).toEqual({ kind: 'again', detail: 'Throttled' });
    expect(await sendAt(made, NOW)).toEqual({ kind: 'again', detail: 'timed out', maybeSent: true });
    expect(rows.size).toBe(1);
    expect(await sendAt(made, NOW)).toEqual({ kind: 'never', detail: 'recipient-not-valid' });
    expect(rows.size).toBe(0);
  });

  test('nobody beside the listed recipients of a sandbox gets one, and no stage without e-mail or desk sends one', async () => {
    const made = await invited();
    rows.set(made.written.mail.mailId, made.written.mail);
    const none = { kind: 'never', detail: 'this stage does not send by this channel' };
    expect(await sendAt(made, NOW, { email: undefined })).toEqual(none);
    expect(await sendAt(made, NOW, { deskUrl: undefined })).toEqual(none);
    expect(rows.size).toBe(1);
    const stage = { email: { from: 'pay@example.com' }, recipients: ['else@example.com'] };
    expect(await sendAt(made, NOW, { stage })).toEqual({ kind: 'never', detail: 'not-a-listed-recipient' });
    expect(providers.emails).toEqual([]);
  });

  test('one is sent only with the time that a call of the provider takes, and only for an event of the desk', async () => {
    const made = await invited();
    rows.set(made.written.mail.mailId, made.written.mail);
    const { deskMail: _other, ...facts } = made.written.event.facts;
    const ofLink = { ...made, written: { ...made.written, event: { ...made.written.event, facts } } };
    expect(await sendAt(ofLink, NOW)).toEqual({ kind: 'never', detail: 'not a mail of the desk' });
    expect(await sendAt(made, NOW, { leftMs: 11_999 })).toEqual({ kind: 'again', detail: 'too little time is left' });
    expect([rows.size, providers.emails]).toEqual([1, []]);
    expect(await sendAt(made, NOW, { leftMs: 12_000 })).toMatchObject({ kind: 'done' });
  });

  test('its event reaches the sender where the stage sends e-mail, and no other event does', async () => {
    const { event } = (await invited()).written;
    const email = { from: 'pay@example.com' };
    const channels = deskMailChannels({ stage: { email, recipients: 'any recipient' } });
    expect(await channels.channelsFor(event)).toEqual([{ kind: 'desk-mail' }]);
    expect(await channels.channelsFor({ ...event, type: 'link.paid' })).toEqual([]);
    expect(await deskMailChannels({ stage: { recipients: 'any recipient' } }).channelsFor(event)).toEqual([]);
  });
});
