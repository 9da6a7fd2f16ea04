/** Folders and a file name, of letters, digits and a few signs; never a path that leads elsewhere. */
const NAME = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*[A-Za-z0-9][A-Za-z0-9_.-]*$/

/**
 * Checks the name of a stored file, so that no mistake anywhere reaches a file outside of the store.
 * @throws when the name is not of the form `results/42.parquet`
 */
export function checkName(name: string): string {
  if (!NAME.test(name) || name.length > 200) throw new Error(`"${name}" is no name of a stored file.`)
  return name
}

/** The failure of a reader whose file is not there: the same from every store, with the code of the operating system. */
export const missingFile = (name: string): Error =>
  Object.assign(new Error(`There is no stored file "${name}".`), { code: 'ENOENT' })
