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
