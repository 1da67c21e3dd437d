import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { dynamoDealerAudit } from '../../../shared/adapters/dynamodb/operator/dealer-audit.ts';
import { istanbulDayOf, monthOf } from '../../../shared/domain/calendar.ts';
import { newDealer } from '../dealer/dealers.ts';
import { type DeskAnswer, formTo } from './desk-browser.ts';
import { type PersonOptions, signedInAt } from './desk-people.ts';
import { quickHashOf } from './quick-passwords.ts';

export const PASSWORD = 'Kestane-Agaci-77';
export const hashed = quickHashOf(PASSWORD);

/** Somebody of a new dealer who is signed in with PASSWORD, as the table keeps them. */
export const settingsScene = async (options: PersonOptions = {}) => {
  const dealer = await newDealer();
  const person = await signedInAt(dealer, { ...options, user: { password: hashed, ...options.user } });
  const users = dynamoDeskUsers(dealer.store);
  const stored = async () => (await users.find(person.user.userId)) ?? expect.unreachable('the user is gone');
  const entries = async () => {
    const month = monthOf(istanbulDayOf(Date.now()));
    const { dealerCode } = dealer.dealer;
    const found = await dynamoDealerAudit(dealer.store).auditOfDealer({ dealerCode, month, limit: 100 });
    return found.map(({ entry }) => entry);
  };
  return { ...person, dealer, stored, entries };
};

export const codeNow = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
export const secretOn = ({ markup }: DeskAnswer): string =>
  (/<p class="code">([A-Z2-7 ]+)<\/p>/.exec(markup)?.[1] ?? expect.unreachable('no secret')).replaceAll(' ', '');
export const recoveryOn = ({ markup }: DeskAnswer): string[] =>
  [...markup.matchAll(/<li class="code">([^<]+)<\/li>/g)].map(([, code = '']) => code);

/** Sets the one-time code up for somebody who has none. */
export const enrolled = async (made: Awaited<ReturnType<typeof settingsScene>>) => {
  const { browser } = made;
  const begin = formTo(await browser.get('/desk/settings'), '/desk/settings/code');
  const scan = await browser.post(begin, { 'code-password': PASSWORD });
  const secret = secretOn(scan);
  const form = formTo(scan, '/desk/settings/confirm-code');
  const wrong = await browser.post(form, { code: '000000' });
  const shown = await browser.post(formTo(wrong, '/desk/settings/confirm-code'), { code: codeNow(secret) });
  return { secret, scan, wrong, shown, form };
};
