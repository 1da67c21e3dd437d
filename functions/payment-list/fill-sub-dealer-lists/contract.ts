/** The stream's second worker: no route and no caller but the stream. */
export const contract = { name: 'fill-sub-dealer-lists', routes: [] } as const;
