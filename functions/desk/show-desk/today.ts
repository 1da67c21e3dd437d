import { deskPage } from '../../../shared/pages/desk/desk-page.ts';
import { deskTexts } from '../../../shared/pages/desk/desk-texts.ts';
import { html } from '../../../shared/pages/html.ts';
import type { ShowDeskPage } from './desk-pages.ts';

export const showToday =
  (): ShowDeskPage =>
  async ({ frame }, { id }) => {
    if (id !== undefined) return undefined;
    const title = deskTexts[frame.language].sections.today;
    return { statusCode: 200, page: deskPage({ frame, title, section: 'today', content: html`` }) };
  };
