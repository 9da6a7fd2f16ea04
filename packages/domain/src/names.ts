/** Makes names unique whatever their case: the second `orders` becomes `orders_2`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let n = 2; taken.has(distinct.toLowerCase()); n++) distinct = `${name}_${n}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}

/** What a field is called that has no title of its own: `connection_string` reads "Connection String". */
export function fieldTitle(name: string): string {
  return name.replace(/[_-]+/g, ' ').replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())
}

/**
 * The columns of a result as SQL names them when it is read as a table: colons, points, quotes and white space become
 * underscores, and each name is another one whatever its case, for the engine reads `Id` and `id` as one.
 */
export function tableColumns(names: readonly string[]): string[] {
  return distinctNames(names.map((name) => name.replace(/[:."\s\0]/g, '_') || '_'))
}
