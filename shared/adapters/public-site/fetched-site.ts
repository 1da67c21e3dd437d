import { type PublicSite, type SiteProblem, SiteUnreachable } from '../../ports/public-site.ts';

const MAX_BYTES = 256 * 1024;

const textIn = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Reading ends at the limit, so that an endless answer costs no memory.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new SiteUnreachable('too-long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const problemOf = (error: unknown): SiteProblem =>
  error instanceof Error && error.name === 'TimeoutError' ? 'time-out' : 'no-answer';

/**
 * The stage at its public address, by Node's own client. It calls no other origin, follows no redirect and tells nothing
 * of an error but its kind: an address or a body may hold a secret.
 */
export const fetchedSite = ({ baseUrl }: { readonly baseUrl: string }): PublicSite => ({
  ask: async ({ method, address, body }, { timeoutMs }) => {
    if (URL.parse(address)?.origin !== new URL(baseUrl).origin) throw new SiteUnreachable('foreign');
    try {
      const response = await fetch(address, {
        method,
        redirect: 'manual',
        headers: { 'accept-language': 'en', ...(body === undefined ? {} : { 'content-type': body.type }) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: body.text }),
      });
      const location = response.headers.get('location');
      const text = await textIn(response);
      return { status: response.status, text, ...(location === null ? {} : { location }) };
    } catch (error) {
      throw error instanceof SiteUnreachable ? error : new SiteUnreachable(problemOf(error));
    }
  },
});
