// The other side of child.ts: waits for one order, does it, says how it ended.
process.once('message', ({ moduleUrl, input }: { readonly moduleUrl: string; readonly input: unknown }) => {
  void obey(moduleUrl, input);
});

async function obey(moduleUrl: string, input: unknown): Promise<void> {
  try {
    const { measure } = (await import(moduleUrl)) as { readonly measure: (input: unknown) => Promise<unknown> };
    process.send?.({ result: await measure(input) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  process.disconnect();
}
