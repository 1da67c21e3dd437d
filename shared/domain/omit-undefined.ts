type Given<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>;
} & { [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key] };

/** The object without its undefined members, so that an absent field stays absent in rows and hashes. */
export const omitUndefined = <Members extends object>(members: Members): Given<Members> => {
  const given: Record<string, unknown> = {};
  const all = members as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(all)) if (all[name] !== undefined) given[name] = all[name];
  return given as Given<Members>;
};
