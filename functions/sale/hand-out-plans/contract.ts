/** Hands due plans of recurring sales to workers: no route, every minute. */
export const contract = { name: 'hand-out-plans', routes: [] } as const;
