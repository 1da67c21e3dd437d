// The other side of child.ts: does what it is ordered and says how it ended. It ends when its parent ends it.
process.once('disconnect', () => process.exit(0));
process.on('message', ({ moduleUrl, input }: { readonly moduleUrl: string; readonly input: unknown }) => {
  void obey(moduleUrl, input);
});

async function obey(moduleUrl: string, input: unknown): Promise<void> {
  try {
    const { measure } = (await import(moduleUrl)) as { readonly measure: (input: unknown) => Promise<unknown> };
    process.send?.({ result: await measure(input) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
