import type { Page, PageFrame } from '../../document.ts';
import { fact, factList } from '../../facts.ts';
import { html } from '../../html.ts';
import { type DeskFrame, deskPage } from './desk-page.ts';
import { type ClosedDeskReason, deskTexts } from './desk-texts.ts';

/** A page of a call that was refused before anything was begun. It says that nothing was done. */
export const closedDeskPage = ({ language, serviceName, testCards }: PageFrame, reason: ClosedDeskReason): Page => {
  const texts = deskTexts[language];
  const { title, text } = texts.closed[reason];
  const frame: DeskFrame = { language, serviceName, sandbox: testCards !== undefined };
  const away = reason === 'other-network' ? undefined : html`<p><a href="/desk">${texts.toSignIn}</a></p>`;
  return deskPage({ frame, title, content: html`<p>${text}</p>${away}` });
};

/** An unexpected failure. It says what is known: a page changes nothing, and a post may have been carried out. */
export const failedDeskPage = (
  { language, serviceName, testCards }: PageFrame,
  { correlationId, isPost }: { readonly correlationId: string; readonly isPost: boolean },
): Page => {
  const { failed, toSignIn } = deskTexts[language];
  const frame: DeskFrame = { language, serviceName, sandbox: testCards !== undefined };
  const content = html`<p class="notice bad" role="alert">${isPost ? failed.post : failed.page}</p>
${factList(fact(failed.correlation, correlationId))}<p><a href="/desk">${toSignIn}</a></p>`;
  return deskPage({ frame, title: failed.title, content });
};

/** What is not there, or another dealer's: both are answered alike (rule 55). */
export const notFoundDeskPage = (frame: DeskFrame): Page => {
  const { notFound } = deskTexts[frame.language];
  return deskPage({ frame, title: notFound.title, content: html`<p>${notFound.text}</p>` });
};

/** A page or a step that the role in force does not open. Nothing of it was begun. */
export const notAllowedDeskPage = (frame: DeskFrame): Page => {
  const { notAllowed, notAllowedTitle } = deskTexts[frame.language];
  return deskPage({ frame, title: notAllowedTitle, content: html`<p>${notAllowed}</p>` });
};
