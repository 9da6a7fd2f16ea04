/** Folders and a file name of letters, digits and a few other characters; never a path to somewhere else. */
const NAME = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** Checks the name of a stored file, so that no bug can reach a file outside the store.
 * @throws if the name does not look like `results/42.parquet`
 */
export function checkName(name: string): string {
  if (!NAME.test(name) || name.length > 200) throw new Error(`"${name}" is no name of a stored file.`)
  return name
}

/** The error for a missing file: the same from every store, with the code of the operating system. */
export const missingFile = (name: string): Error =>
  Object.assign(new Error(`There is no stored file "${name}".`), { code: 'ENOENT' })
