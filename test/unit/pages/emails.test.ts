import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { accentFor } from '../../../shared/pages/accent.ts';
import { linkEmail } from '../../../shared/pages/email/link-email.ts';
import { looks } from './page-samples.ts';

const href = 'https://ode.example/pay/k3v7q2mzt5w4y6xa2bcdefgh3i.A_-9A_-9A_-9A_-9A_-9bc';
const link = {
  kind: 'link',
  language: 'tr',
  serviceName: 'Payment Links',
  dealerName: 'Örnek Mağaza',
  amount: minor(123_450),
  currency: 'TL',
  expiresAtMs: Date.UTC(2026, 10, 29, 11, 30),
  description: 'Sipariş 1042',
  href,
} as const;

/** What an e-mail would load or send when it is opened, or run. */
const LOADS =
  /(?:src|background|href|action)\s*=\s*"(?!cid:logo"|https:\/\/ode\.example\/pay\/)|url\(|<script|<form|@import|<link/i;

const reachable = ({ html }: { readonly html: string }): readonly (string | undefined)[] =>
  [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address);

describe('e-mails', () => {
  test('the link reaches its payer with name, amount, time with zone, in text and HTML', () => {
    const { subject, text, html, fromName, images } = linkEmail(link);
    expect(subject).toBe('Ödeme bağlantınız: 1.234,50\u00a0₺');
    expect(fromName).toBe('Örnek Mağaza');
    expect(images).toEqual([]);
    for (const part of [
      'Örnek Mağaza',
      '1.234,50\u00a0₺',
      'Sipariş 1042',
      '29 Kasım 2026',
      '14:30',
      'İstanbul, GMT+3',
      href,
    ]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(linkEmail({ ...link, kind: 'reminder', language: 'en' }).subject).toBe(
      'Reminder: ₺1,234.50 is waiting for payment',
    );
  });

  test('nothing is loaded when it is opened: its one address is the link, its one picture comes with it', () => {
    const plain = linkEmail(link);
    const dressed = linkEmail({ ...link, looks });
    expect(new Set(reachable(plain))).toEqual(new Set([href]));
    expect(new Set(reachable(dressed))).toEqual(new Set([href, 'cid:logo']));
    const { mark } = accentFor(String(looks.accent), 'light');
    expect([plain, dressed].map(({ html }) => html.includes(mark))).toEqual([false, true]);
    expect(dressed.images).toEqual([{ contentId: 'logo', fileName: 'logo.png', base64: looks.logo }]);
    for (const { html } of [plain, dressed]) expect(html).not.toMatch(LOADS);
  });

  test('texts of strangers stay texts: no markup, no address, nothing of them in a header (rule 43)', () => {
    const bad = '<b>Win</b> at evil.com\r\nBcc: a@b.co';
    const email = linkEmail({ ...link, dealerName: bad, description: bad });
    expect(email.subject).toBe(linkEmail(link).subject);
    expect(email.fromName).toBe('<b>Win</b> at Bcc:');
    expect(email.html).not.toMatch(/<b>Win|evil\.com|a@b\.co/);
    expect(email.text).not.toMatch(/evil\.com|a@b\.co/);
    expect(linkEmail({ ...link, dealerName: 'evil.com' }).fromName).toBe('Payment Links');
  });
});
