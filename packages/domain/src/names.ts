/** Makes names unique, ignoring case: the second `orders` becomes `orders_2`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let n = 2; taken.has(distinct.toLowerCase()); n++) distinct = `${name}_${n}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}

/** The title of a field without its own title: `connection_string` becomes "Connection String". */
export function fieldTitle(name: string): string {
  return name.replace(/[_-]+/g, ' ').replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())
}

/**
 * The SQL names of the columns of a result that is used as a table: colons, dots, quotes and white space become underscores.
 * Names are unique ignoring case, because the engine treats `Id` and `id` as equal.
 */
export function tableColumns(names: readonly string[]): string[] {
  return distinctNames(names.map((name) => name.replace(/[:."\s\0]/g, '_') || '_'))
}
