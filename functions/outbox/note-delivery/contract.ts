/** Notes what the message services report of SMS and e-mails: no route, started by their events. */
export const contract = { name: 'note-delivery', routes: [] } as const;
