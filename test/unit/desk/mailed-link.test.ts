import { describe, expect, test } from 'vitest';
import { mailedLinkAddress, newInvitation, newReset } from '../../../shared/desk/account/mailed-link.ts';
import { deskUserIdOf, digestOf, isSecret } from '../../../shared/desk/call/secrets.ts';
import { deskMailContext } from '../../../shared/ports/vault.ts';
import { clearVault } from '../../fakes/clear-vault.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const dealer = { dealerCode: 'SHOP', name: 'Test Shop', listingShards: 1 };
const moment = { sealer: clearVault, nowMs: NOW_MS };
const ayse = { email: 'Ayse@Shop.example', name: 'Ayşe', language: 'tr' } as const;

describe('mailed links of the desk (rule 53)', () => {
  test('the table has the digest of a link’s secret, and the secret itself is sealed for its mail alone', async () => {
    const { secret, written } = await newInvitation({ ...ayse, role: 'cashier', dealer }, moment);
    expect(isSecret(secret)).toBe(true);
    const { link, mail, invitation } = written;
    expect(link).toMatchObject({ linkId: digestOf(secret), kind: 'invitation', userId: deskUserIdOf(ayse.email) });
    expect(link.invitation).toEqual({ dealerCode: 'SHOP', role: 'cashier', name: 'Ayşe' });
    expect(invitation).toMatchObject({ linkId: link.linkId, dealerCode: 'SHOP', role: 'cashier' });
    expect(await clearVault.open(mail.sealedSecret, deskMailContext(mail))).toBe(secret);
    await expect(clearVault.open(mail.sealedSecret, deskMailContext({ mailId: 'other' }))).rejects.toThrow();
    expect(JSON.stringify([link, invitation, written.event])).not.toContain(secret);
  });

  test('the event of a mail names the mail’s row alone', async () => {
    const user = { ...ayse, userId: deskUserIdOf(ayse.email), epoch: 4 };
    const { written } = await newReset(user, dealer, moment);
    expect(written.event).toEqual({
      eventId: `${written.mail.mailId}-desk-mail-asked`,
      type: 'desk.mail-asked',
      dealerCode: 'SHOP',
      occurredAtMs: NOW_MS,
      listingShards: 1,
      facts: { deskMail: { mailId: written.mail.mailId } },
    });
    expect(written.link).toMatchObject({ kind: 'reset', epoch: 4 });
  });

  test('every link has a secret of its own, and its address is below the desk', async () => {
    const [one, other] = await Promise.all([
      newInvitation({ ...ayse, role: 'viewer', dealer }, moment),
      newInvitation({ ...ayse, role: 'viewer', dealer }, moment),
    ]);
    expect(one.secret).not.toBe(other.secret);
    expect(mailedLinkAddress('https://desk.example.com', 'invitation', one.secret)).toBe(
      `https://desk.example.com/desk/invitation/${one.secret}`,
    );
  });
});
