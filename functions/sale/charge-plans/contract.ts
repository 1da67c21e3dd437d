/** Charges due plans of recurring sales: no route, started by the lead that reads which are due. */
export const contract = { name: 'charge-plans', routes: [] } as const;
