/** The outbox's sweep: no route, every minute. */
export const contract = { name: 'sweep-outbox', routes: [] } as const;
