/** The stream's worker: no route and no caller but the stream. */
export const contract = { name: 'fan-out-events', routes: [] } as const;
