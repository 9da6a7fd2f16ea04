/**
 * The selection after a click on a tag of the filter.
 * @param extend whether Shift was held; the tag is then added to or removed from the selection
 */
export function selectTag(selected: readonly string[], tag: string, extend: boolean): string[] {
  const isSelected = selected.includes(tag)
  if (extend) return isSelected ? selected.filter((other) => other !== tag) : [...selected, tag]
  return isSelected && selected.length === 1 ? [] : [tag]
}

/** The tags in the form in which they are stored: trimmed, unique, not blank, in the given order. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
}
