/**
 * What leaving an in-place edit commits.
 * @returns the trimmed text; null when nothing is to be saved: unchanged, or blank where blanks do not count
 */
export function textToCommit(draft: string, before: string, allowsBlank: boolean): string | null {
  const text = draft.trim()
  if (text === '' && !allowsBlank) return null
  return text === before ? null : text
}
