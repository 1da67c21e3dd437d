import type { readGatePage } from './gate-page.ts';

/** Loads the reader of a gate's pages. */
export type GatePages = () => Promise<typeof readGatePage>;

/**
 * The reader of gates' pages, loaded at its first use: the HTML parser is large. A function that starts authentications on
 * the server is given it; the bundles of all others stay without.
 */
export const gatePages: GatePages = async () => (await import('./gate-page.ts')).readGatePage;
