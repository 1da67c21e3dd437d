import { expect, vi } from 'vitest';
import type { InboxMessage } from '../../../infra/local/inbox.ts';
import { PATIENCE_MS } from '../app/patience.ts';

/** Messages in the inbox of the running app to one recipient, the newest first. */
export const messagesTo = async (baseUrl: string, recipient: string): Promise<readonly InboxMessage[]> => {
  const response = await fetch(`${baseUrl}/inbox.json`);
  const all = (await response.json()) as readonly InboxMessage[];
  return all.filter(({ to }) => to === recipient);
};

/** Waits until this many messages have come to a recipient. */
export const waitForMessages = async (
  baseUrl: string,
  recipient: string,
  count = 1,
): Promise<readonly InboxMessage[]> =>
  vi.waitFor(
    async () => {
      const messages = await messagesTo(baseUrl, recipient);
      expect(messages.length).toBeGreaterThanOrEqual(count);
      return messages;
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
