import { expect } from 'vitest';
import type { PageForm } from '../payment/payer.ts';
import type { DeskPerson } from './desk-people.ts';

/** The form that the page of a payment's void shows, at its path. */
export const voidForm = async ({ browser }: DeskPerson, path: string): Promise<PageForm> => {
  const page = await browser.open(path);
  const form = page.forms.find(({ action }) => new URL(action).pathname === path);
  return form ?? expect.unreachable(`no form on: ${page.text}`);
};
