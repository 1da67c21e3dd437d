type Method = (...given: never[]) => Promise<unknown>;
/** The adapters of ports whose methods all answer later: nobody sees whether their module is loaded yet. */
type Answering<Adapter> = { readonly [Name in keyof Adapter]: Method };

/**
 * An adapter whose module is loaded at its first call, and kept: no start of a function reads it. `methods` names all
 * methods of the port, and the compiler refuses a list that lacks one. A load that fails rejects the call, and the next
 * call tries again.
 */
export const lateAdapter = <Adapter extends Answering<Adapter>>(
  load: () => Promise<Adapter>,
  methods: { readonly [Name in keyof Adapter]: true },
): Adapter => {
  let loading: Promise<Adapter> | undefined;
  const loaded = (): Promise<Adapter> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const names = Object.keys(methods) as (keyof Adapter & string)[];
  const late = names.map((name) => [name, async (...given: never[]) => (await loaded())[name](...given)] as const);
  return Object.fromEntries(late) as unknown as Adapter;
};
