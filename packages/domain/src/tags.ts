/**
 * The selection after a click on a tag of the filter.
 * @param extend whether shift was held: the tag is then added or removed, the others stay
 */
export function selectTag(selected: readonly string[], tag: string, extend: boolean): string[] {
  const isSelected = selected.includes(tag)
  if (extend) return isSelected ? selected.filter((other) => other !== tag) : [...selected, tag]
  return isSelected && selected.length === 1 ? [] : [tag]
}

/** Tags as they are stored: trimmed, each once, without blanks, in the order given. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
}
