type Given<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>;
} & { [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key] };

/** The object without its undefined members, so that an absent field stays absent in rows and hashes. */
export const omitUndefined = <Members extends object>(members: Members): Given<Members> => {
  const given: Partial<Members> = {};
  for (const name of Object.keys(members) as (keyof Members)[]) {
    if (members[name] !== undefined) given[name] = members[name];
  }
  return given as Given<Members>;
};
