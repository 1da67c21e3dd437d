import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { qrSvg } from '../../qr-code.ts';
import { deskInput, onceField } from '../frame/desk-field.ts';
import { type DeskFrame, deskForm, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { type SettingsProblem, settingsTexts } from './settings-texts.ts';

/** Fields of the form that confirms an authenticator. */
export const enrolmentFields = { sealed: 'sealed', begun: 'begun', code: 'code' } as const;

export interface EnrolmentView {
  readonly frame: DeskFrame;
  readonly once: string;
  /** The secret in base 32, for who cannot scan. */
  readonly secret: string;
  /** What the QR code says. */
  readonly uri: string;
  /** The secret as the form brings it back, and the moment that it was sealed for. */
  readonly sealed: string;
  readonly begunAtMs: number;
  readonly problem?: SettingsProblem | undefined;
}

const BACK = '/desk/settings';
const GROUP = /.{4}(?=.)/g;

/** A new authenticator: what to scan, and the code that shows that it was scanned. Its secret is shown here alone. */
export const enrolmentPage = ({ frame, once, secret, uri, sealed, begunAtMs, problem }: EnrolmentView): Page => {
  const { scan, problems, title: settings } = settingsTexts[frame.language];
  const fields = html`${onceField(once)}<input type="hidden" name="${enrolmentFields.sealed}" value="${sealed}"><input type="hidden" name="${enrolmentFields.begun}" value="${begunAtMs}">${deskInput(
    {
      name: enrolmentFields.code,
      label: scan.code,
      inputMode: 'numeric',
      autocomplete: 'one-time-code',
      maxLength: 12,
      required: true,
      problem: problem && problems[problem],
    },
  )}<div class="buttons"><button>${scan.confirm}</button><a class="button second" href="${BACK}">${scan.back}</a></div>`;
  return deskPage({
    frame,
    title: scan.title,
    section: 'settings',
    narrow: true,
    back: { href: BACK, text: settings },
    content: html`<p class="field">${scan.text}</p><div class="cards"><div class="card">${qrSvg(uri, scan.qr)}<p class="hint">${scan.typed}</p><p class="code">${secret.replaceAll(GROUP, '$& ')}</p></div>
<div class="card">${deskForm(frame, '/desk/settings/confirm-code', fields)}</div></div>`,
  });
};

/** Recovery codes, shown once. */
export const recoveryCodesPage = (frame: DeskFrame, codes: readonly string[]): Page => {
  const { recovery } = settingsTexts[frame.language];
  return deskPage({
    frame,
    title: recovery.title,
    section: 'settings',
    narrow: true,
    content: html`<p class="notice good" role="status">${recovery.text}</p><div class="card"><ol>${codes.map((code) => html`<li class="code">${code}</li>`)}</ol></div>
<p class="buttons"><a class="button" href="${BACK}">${recovery.done}</a><button type="button" class="second" hidden data-print>${deskTexts[frame.language].print}</button></p>`,
  });
};
