/** The languages of pages and messages. */
export const languages = ['tr', 'en'] as const;
export type Language = (typeof languages)[number];
