/** Parts of the desk that its heading leads to, each by its path. */
export const deskSections = {
  today: '/desk',
  payments: '/desk/payments',
  links: '/desk/links',
  statements: '/desk/statements',
  customers: '/desk/customers',
  settings: '/desk/settings',
} as const;
export type DeskSection = keyof typeof deskSections;
