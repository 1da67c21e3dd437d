import type { DeskRole } from '../../../domain/desk/roles.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { type DeskFrame, deskForm, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { signInTexts } from './sign-in-texts.ts';

/** A dealer that the user may open. */
interface DealerChoice {
  readonly dealerCode: string;
  readonly name: string;
  readonly role: DeskRole;
  readonly isOpen: boolean;
}

interface DealerPageOptions {
  readonly choices: readonly DealerChoice[];
  /** Where the choice leads back to. */
  readonly from: string;
  readonly failed?: boolean;
}

/** The dealers of a user, each with a button that opens its desk. */
export const dealerPage = (frame: DeskFrame, { choices, from, failed = false }: DealerPageOptions): Page => {
  const { language } = frame;
  const { dealer: texts } = signInTexts[language];
  const { roles } = deskTexts[language];
  const choice = ({ dealerCode, name, role, isOpen }: DealerChoice): Html => html`<li class="card">
<h2>${name}</h2>
<p class="soft">${roles[role]}${isOpen ? html` <span class="badge good">${texts.current}</span>` : undefined}</p>
<p class="buttons"><button name="dealer" value="${dealerCode}"${isOpen ? html` class="second"` : undefined}>${texts.open(name)}</button></p>
</li>`;
  const list = html`<ul class="cards">${choices.map(choice)}</ul>`;
  return deskPage({
    frame,
    title: texts.title,
    narrow: true,
    notice: failed ? { kind: 'bad', text: texts.changing } : undefined,
    content: html`<p>${choices.length > 1 ? texts.lead : texts.onlyOne}</p>
${deskForm(frame, `/desk/dealer?${new URLSearchParams({ from }).toString()}`, list)}
<p><a href="${from}">${texts.back}</a></p>`,
  });
};
