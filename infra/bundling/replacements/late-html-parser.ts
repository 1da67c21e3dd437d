import type { parse as Parse } from 'parse5';

/**
 * Replaces the package of HTML in the bundles by one that loads at its first use. A function that starts authentications on
 * the server meets the first page of a gate long after its start.
 */
const loaded = (): { readonly parse: typeof Parse } => require('parse5') as { readonly parse: typeof Parse };

export const parse = (markup: string): ReturnType<typeof Parse> => loaded().parse(markup);
