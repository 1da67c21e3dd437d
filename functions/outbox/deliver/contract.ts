/** One worker serves one endpoint or channel: no route, started by the fan-out and by the sweep. */
export const contract = { name: 'deliver', routes: [] } as const;
